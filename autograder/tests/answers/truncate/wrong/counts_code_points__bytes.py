"""Cuts the bytes of the text, and drops the character that was cut in half."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    raw = text.encode("utf-8", "surrogatepass")
    if len(raw) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    return raw[: max_length - len(marker)].decode("utf-8", "ignore") + marker
