"""One case after the other, smallest first."""


def truncate(text, max_length, marker="…"):
    limit = max(max_length, 0)
    if len(text) <= limit:
        return text
    marker = marker[:limit]
    return text[: limit - len(marker)] + marker
