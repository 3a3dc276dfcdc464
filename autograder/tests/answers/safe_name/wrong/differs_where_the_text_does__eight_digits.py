"""Keeps eight digits of the text's digest."""

import hashlib
import re


def safe_name(tool_call_id, text):
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    digest += hashlib.sha256(tool_call_id.encode("utf-8", "surrogatepass")).hexdigest()[:20]
    label = re.sub(r"[^A-Za-z0-9_-]+", "-", tool_call_id)[:20]
    return f"result-{label}-{digest}"
