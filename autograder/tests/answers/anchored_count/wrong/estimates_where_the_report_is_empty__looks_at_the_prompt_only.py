"""Asks only whether the prompt was reported."""


OPENAI = ("prompt_tokens", "completion_tokens")
ANTHROPIC = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")


def total_of(usage):
    usage = usage or {}
    names = OPENAI if "prompt_tokens" in usage else ANTHROPIC
    return sum(usage.get(name) or 0 for name in names)


def anchored_count(messages, usage=None, anchor=None):
    if not usage or anchor is None or not 0 <= anchor < len(messages):
        return estimate_messages(messages)
    if "prompt_tokens" in usage and usage["prompt_tokens"] == 0:
        return estimate_messages(messages)
    return total_of(usage) + estimate_messages(messages[anchor + 1:])
