"""Counts as JavaScript does, in UTF-16 units."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    raw = text.encode("utf-16-le", "surrogatepass")
    if len(raw) <= 2 * max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    return raw[: 2 * (max_length - len(marker))].decode("utf-16-le", "surrogatepass") + marker
