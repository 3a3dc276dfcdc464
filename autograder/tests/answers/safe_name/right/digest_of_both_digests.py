"""Takes a digest of each, and one of the two together."""

from hashlib import sha256


def safe_name(tool_call_id, text):
    each = [sha256(part.encode("utf-8", "surrogatepass")).digest() for part in (tool_call_id, text)]
    return sha256(b"".join(each)).hexdigest()
