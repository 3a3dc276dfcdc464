"""Takes a limit of zero for no limit at all."""


def truncate(text, max_length, marker="…"):
    if not max_length or len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[: max(0, max_length)]
    return text[: max_length - len(marker)] + marker
