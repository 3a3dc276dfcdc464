"""Cuts the text at the five headings and hands the pieces out in the usual order."""

import re

NAMES = ["Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps"]


def parse_summary(text):
    starts = []
    for name in NAMES:
        found = re.search(rf"^## {name}[^\S\n]*$", text, re.MULTILINE)
        if not found or not text[found.end() :].strip():
            raise ValueError(f"the section {name} is missing")
        starts.append((found.start(), found.end()))
    starts.sort()
    ends = [start for start, _ in starts[1:]] + [len(text)]
    summary = {name: text[start:end].strip() for name, (_, start), end in zip(NAMES, starts, ends)}
    for name, body in summary.items():
        if not body:
            raise ValueError(f"the section {name} is missing")
    return summary
