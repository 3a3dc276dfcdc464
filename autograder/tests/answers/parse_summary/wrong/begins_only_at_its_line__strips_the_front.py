"""Finds headings that have blanks before them."""

NAMES = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")


def parse_summary(text):
    bodies, begun = {}, None
    for line in text.split("\n"):
        heading = line.strip()
        name = heading.removeprefix("## ")
        if heading.startswith("## ") and name in NAMES and name not in bodies:
            begun = name
            bodies[begun] = []
        elif begun is not None:
            bodies[begun].append(line)
    summary = {name: "\n".join(bodies.get(name, [])).strip() for name in NAMES}
    for name, body in summary.items():
        if not body:
            raise ValueError(f"the section {name} is missing")
    return summary
