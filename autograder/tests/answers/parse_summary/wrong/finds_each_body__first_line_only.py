"""Takes the line under a heading for the whole body."""

NAMES = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")


def parse_summary(text):
    lines = text.split("\n")
    headings = [line.rstrip() for line in lines]
    summary = {}
    for name in NAMES:
        place = headings.index(f"## {name}") if f"## {name}" in headings else len(lines)
        body = lines[place + 1].strip() if place + 1 < len(lines) else ""
        if not body:
            raise ValueError(f"the section {name} is missing")
        summary[name] = body
    return summary
