"""Finds the form, then the total, then the place."""


def anchored_count(messages, usage=None, anchor=None):
    full = estimate_messages(messages)
    if not usage or anchor is None:
        return full
    if "prompt_tokens" in usage:
        total = (usage["prompt_tokens"] or 0) + (usage.get("completion_tokens") or 0)
    else:
        total = 0
        for field in ("input", "cache_creation_input", "cache_read_input", "output"):
            value = usage.get(field + "_tokens")
            if value is not None:
                total += value
    if not total or anchor not in range(len(messages)):
        return full
    later = [message for index, message in enumerate(messages) if index > anchor]
    return total + estimate_messages(later)
