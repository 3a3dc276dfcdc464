"""Takes the date of a datetime, which a date does not have."""


def runtime_layer(now, model):
    return f"Today is {now.date().isoformat()}. You are {model}."
