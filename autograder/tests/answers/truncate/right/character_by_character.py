"""Collects characters until the room is used."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    room = max_length - len(marker)
    kept = []
    for character in text:
        if len(kept) >= room:
            break
        kept.append(character)
    kept.extend(marker[: max_length - len(kept)])
    return "".join(kept)
