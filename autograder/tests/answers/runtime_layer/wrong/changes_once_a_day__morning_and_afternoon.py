"""Says good morning or good afternoon."""


def runtime_layer(now, model):
    greeting = "Good morning" if getattr(now, "hour", 0) < 12 else "Good afternoon"
    return f"{greeting}. Today is {now.isoformat()[:10]}. You are {model}."
