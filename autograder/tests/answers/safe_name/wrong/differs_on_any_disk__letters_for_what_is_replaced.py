"""Spells every code point of the id, capitals for small letters of another kind."""

import hashlib
import re


def safe_name(tool_call_id, text):
    raw = text.encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(raw).hexdigest()[:20]
    label = re.sub(r"[^A-Za-z]", lambda found: f".{ord(found.group()):x}.", tool_call_id)
    if len(label) > 30:
        label = hashlib.sha256(tool_call_id.encode("utf-8", "surrogatepass")).hexdigest()[:30]
    return f"result-{label}-{digest}"
