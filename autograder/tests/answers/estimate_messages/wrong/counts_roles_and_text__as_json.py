"""Counts the JSON that is sent, with all its braces and quotes."""

import json


def estimate_messages(messages):
    return estimate_tokens("".join(json.dumps(message, ensure_ascii=False) for message in messages))
