"""Counts its calls."""

import re


count = 0


def safe_name(tool_call_id, text):
    global count
    count += 1
    digest = f"{count:020}"
    label = re.sub(r"[^A-Za-z0-9_-]+", "-", tool_call_id)[:30]
    return f"result-{label}-{digest}"
