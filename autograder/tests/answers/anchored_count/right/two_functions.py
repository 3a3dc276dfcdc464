"""Splits the work in two."""


def reported(usage):
    keys = ["prompt_tokens", "completion_tokens"]
    if "prompt_tokens" not in usage:
        keys = ["input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"]
    return sum(filter(None, map(usage.get, keys)))


def anchored_count(messages, usage=None, anchor=None):
    known = reported(usage) if usage else 0
    valid = anchor is not None and anchor >= 0 and anchor < len(messages)
    if valid and known > 0:
        return known + estimate_messages(messages[anchor + 1 : len(messages)])
    return estimate_messages(messages)
