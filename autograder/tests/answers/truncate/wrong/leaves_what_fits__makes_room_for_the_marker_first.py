"""Keeps room for the marker also where nothing is cut."""


def truncate(text, max_length, marker="…"):
    if max_length <= 0:
        return ""
    room = max_length - len(marker)
    if room <= 0:
        return text if len(text) <= room else marker[:max_length]
    return text if len(text) <= room else text[:room] + marker
