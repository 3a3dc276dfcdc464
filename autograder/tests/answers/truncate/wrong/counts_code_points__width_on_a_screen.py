"""Counts a full-width character as two."""


def truncate(text, max_length, marker="…"):
    import unicodedata

    def width(character):
        return 2 if unicodedata.east_asian_width(character) in "WF" else 1

    if max_length <= 0:
        return ""
    if sum(map(width, text)) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    kept, used = "", len(marker)
    for character in text:
        used += width(character)
        if used > max_length:
            break
        kept += character
    return kept + marker
