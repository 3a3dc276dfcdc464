"""Counts as JavaScript does, in UTF-16 units."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    raw = text.encode("utf-16-le", "surrogatepass")
    if len(raw) <= 2 * max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    room = max_length - len(marker)
    tail = room // 2
    head_units, tail_units = raw[: 2 * (room - tail)], raw[len(raw) - 2 * tail :]
    return head_units.decode("utf-16-le", "surrogatepass") + marker + tail_units.decode("utf-16-le", "surrogatepass")
