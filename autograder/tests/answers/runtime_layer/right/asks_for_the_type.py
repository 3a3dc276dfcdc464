"""Takes the date of a datetime, and a date as it is."""

from datetime import datetime


def runtime_layer(now, model):
    if isinstance(now, datetime):
        now = now.date()
    return "今天是 " + now.isoformat() + "，模型是 " + model + "。\n"
