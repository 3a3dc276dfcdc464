"""Reckons both lengths at once."""


def truncate_middle(text, max_length, marker="…"):
    limit = max(0, max_length)
    if len(text) <= limit:
        return text
    marker = marker[:limit]
    tail, odd = divmod(limit - len(marker), 2)
    return text[: tail + odd] + marker + text[len(text) - tail :]
