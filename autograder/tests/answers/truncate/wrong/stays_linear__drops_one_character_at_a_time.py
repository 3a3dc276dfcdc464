"""Takes one character off the end until the rest fits."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    while len(text) > max_length - len(marker):
        text = text[:-1]
    return text + marker
