"""Writes the digest in base64, which has slashes and plus signs."""

import base64
import hashlib
import re


def safe_name(tool_call_id, text):
    raw = repr((tool_call_id, text)).encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(raw).digest()
    digest = base64.b64encode(digest).decode()
    label = re.sub(r"[^A-Za-z0-9_-]+", "-", tool_call_id)[:10]
    return f"result-{label}-{digest}"
