"""Writes the length of the id first, but nothing to say where the length ends."""

import hashlib


def safe_name(tool_call_id, text):
    whole = f"{len(tool_call_id)}{tool_call_id}{text}"
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
