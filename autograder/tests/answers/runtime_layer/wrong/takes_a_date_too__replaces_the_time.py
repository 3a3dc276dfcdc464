"""Sets the time to midnight, also of a date that has none."""


def runtime_layer(now, model):
    return f"Today is {now.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None).isoformat()[:10]}, {model}."
