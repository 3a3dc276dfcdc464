"""Uses the object's identity, which is no property of its content."""

import hashlib
import re

kept = []


def safe_name(tool_call_id, text):
    raw = repr((tool_call_id, text, id([text]))).encode("utf-8", "surrogatepass")
    kept.append([raw])
    raw += str(id(kept[-1])).encode()
    digest = hashlib.sha256(raw).hexdigest()[:20]
    label = re.sub(r"[^A-Za-z0-9_-]+", "-", tool_call_id)[:30]
    return f"result-{label}-{digest}"
