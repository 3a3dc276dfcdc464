"""Moves the cut left until no joined character is split."""


def truncate(text, max_length, marker="…"):
    import unicodedata

    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    cut = max_length - len(marker)
    while cut > 0 and (
        text[cut] == "\N{ZERO WIDTH JOINER}" or text[cut - 1] == "\N{ZERO WIDTH JOINER}" or unicodedata.combining(text[cut])
    ):
        cut -= 1
    return text[:cut] + marker
