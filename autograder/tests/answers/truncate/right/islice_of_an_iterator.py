"""Asks an iterator for what fits, and once more to see whether anything is left."""


from itertools import chain, islice


def truncate(text, max_length, marker="…"):
    rest = iter(text)
    kept = "".join(islice(rest, max(max_length, 0)))
    if max_length <= 0 or next(rest, None) is None:
        return kept
    return "".join(islice(chain(kept[: max(0, max_length - len(marker))], marker), max_length))
