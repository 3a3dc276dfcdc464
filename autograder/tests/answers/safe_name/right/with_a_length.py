"""Writes the length of the id before it."""

import hashlib
import string

SAFE = set(string.ascii_letters + string.digits + "-_.")


def safe_name(tool_call_id, text):
    shown = "".join(c if c in SAFE else "_" for c in tool_call_id).strip(".")[:24]
    whole = f"{len(tool_call_id)}:{tool_call_id}{text}"
    digest = hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return (shown or "result") + "." + digest + ".txt"
