"""Looks at the text and not at the id."""

import hashlib


def safe_name(tool_call_id, text):
    raw = text.encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(raw).hexdigest()[:20]
    return f"result-{digest}"
