"""Adds what was read from the cache, and forgets what was written to it."""


OPENAI = ("prompt_tokens", "completion_tokens")
ANTHROPIC = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")


def total_of(usage):
    usage = usage or {}
    names = OPENAI if "prompt_tokens" in usage else ANTHROPIC
    return sum(usage.get(name) or 0 for name in names)


def anchored_count(messages, usage=None, anchor=None):
    usage = usage or {}
    names = ("prompt_tokens", "completion_tokens")
    if "prompt_tokens" not in usage:
        names = ("input_tokens", "cache_read_input_tokens", "output_tokens")
    total = sum(usage.get(name) or 0 for name in names)
    if total == 0 or anchor is None or not 0 <= anchor < len(messages):
        return estimate_messages(messages)
    return total + estimate_messages(messages[anchor + 1:])
