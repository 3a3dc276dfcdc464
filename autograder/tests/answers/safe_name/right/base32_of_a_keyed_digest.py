"""Uses the id as the key of the text's digest, in base32."""

import base64
import hashlib
import hmac


def safe_name(tool_call_id, text):
    key = hashlib.sha256(tool_call_id.encode("utf-16", "surrogatepass")).digest()
    digest = hmac.new(key, text.encode("utf-16", "surrogatepass"), "sha256").digest()
    return base64.b32encode(digest).decode().rstrip("=").lower()
