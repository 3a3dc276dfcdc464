"""Joins id and text by a character that may stand in both."""

import hashlib


def safe_name(tool_call_id, text):
    raw = (tool_call_id + "\n" + text).encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(raw).hexdigest()[:20]
    return f"result-{digest}"
