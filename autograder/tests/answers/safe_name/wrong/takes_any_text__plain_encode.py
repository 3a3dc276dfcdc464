"""Encodes without a word about what cannot be encoded."""

import hashlib
import re


def safe_name(tool_call_id, text):
    raw = f"{len(tool_call_id)}:{tool_call_id}{text}".encode()
    digest = hashlib.sha256(raw).hexdigest()[:20]
    label = re.sub(r"[^A-Za-z0-9_-]+", "-", tool_call_id)[:30]
    return f"result-{label}-{digest}"
