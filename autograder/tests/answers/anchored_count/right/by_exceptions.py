"""Lets a wrong anchor show itself."""


def anchored_count(messages, usage=None, anchor=None):
    try:
        if anchor < 0:
            raise IndexError(anchor)
        messages[anchor]
        openai = "prompt_tokens" in usage
    except (TypeError, IndexError):
        return estimate_messages(messages)
    if openai:
        fields = {"prompt_tokens", "completion_tokens"}
    else:
        fields = {"input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"}
    total = sum(value for key, value in usage.items() if key in fields and value)
    return total + estimate_messages(messages[anchor + 1 :]) if total else estimate_messages(messages)
