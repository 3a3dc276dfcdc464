"""Calls a section missing where it does not come after the one before it."""

NAMES = ["Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps"]


def parse_summary(text):
    lines = text.split("\n")
    places = []
    for name in NAMES:
        place = next((i for i, line in enumerate(lines) if line.rstrip() == f"## {name}"), None)
        if place is None or (places and place < places[-1]):
            raise ValueError(f"the section {name} is missing")
        places.append(place)
    summary = {}
    for name, start, end in zip(NAMES, places, [*places[1:], len(lines)]):
        summary[name] = "\n".join(lines[start + 1 : end]).strip()
        if not summary[name]:
            raise ValueError(f"the section {name} is missing")
    return summary
