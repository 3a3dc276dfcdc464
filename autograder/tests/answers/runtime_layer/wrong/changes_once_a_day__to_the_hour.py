"""Writes the hour, and misses the cache once an hour."""


def runtime_layer(now, model):
    hour = f", {now.hour} o'clock" if hasattr(now, "hour") else ""
    return f"Today is {now.isoformat()[:10]}{hour}. You are {model}."
