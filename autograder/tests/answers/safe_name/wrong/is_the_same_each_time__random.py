"""Puts a random number into the name."""

import re
import uuid


def safe_name(tool_call_id, text):
    digest = uuid.uuid4().hex[:20]
    label = re.sub(r"[^A-Za-z0-9_-]+", "-", tool_call_id)[:30]
    return f"result-{label}-{digest}"
