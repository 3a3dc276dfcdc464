"""Writes the time to the minute, as many agents did."""


def runtime_layer(now, model):
    time = f" {now.hour:02}:{now.minute:02}" if hasattr(now, "hour") else ""
    return f"It is {now.isoformat()[:10]}{time}. You are {model}."
