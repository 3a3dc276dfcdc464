"""Finds the first heading of each name with a regular expression, and cuts the text between them."""

import re

NAMES = ["Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps"]


def parse_summary(text):
    starts = []
    for name in NAMES:
        found = re.search(rf"^## {name}[^\S\n]*$", text, re.MULTILINE)
        if found:
            starts.append((found.start(), found.end(), name))
    starts.sort()
    bodies = {}
    for (_, end, name), following in zip(starts, [*starts[1:], (len(text), 0, "")]):
        bodies[name] = text[end : following[0]].strip()
    for name in NAMES:
        if not bodies.get(name):
            raise ValueError(f"no text under ## {name}")
    return {name: bodies[name] for name in NAMES}
