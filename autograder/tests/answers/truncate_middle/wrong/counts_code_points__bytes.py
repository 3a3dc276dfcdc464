"""Cuts the bytes at both ends, and drops characters that were cut in half."""


def truncate_middle(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    raw = text.encode("utf-8", "surrogatepass")
    if len(raw) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    room = max_length - len(marker)
    tail = room // 2
    return raw[: room - tail].decode("utf-8", "ignore") + marker + raw[len(raw) - tail :].decode("utf-8", "ignore")
