"""Replaces slashes, and leaves everything else."""

import hashlib


def safe_name(tool_call_id, text):
    raw = repr((tool_call_id, text)).encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(raw).hexdigest()[:20]
    label = tool_call_id.replace("/", "-")[:30]
    return f"result-{label}-{digest}"
