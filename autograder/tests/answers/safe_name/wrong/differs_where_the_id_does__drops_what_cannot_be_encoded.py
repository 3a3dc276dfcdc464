"""Drops what cannot be written as UTF-8."""

import hashlib


def safe_name(tool_call_id, text):
    raw = (tool_call_id + "|").encode("utf-8", "ignore") + repr(text).encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(raw).hexdigest()[:20]
    return f"result-{digest}"
