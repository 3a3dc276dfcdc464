"""Leaves the blank lines around a body where they are."""

NAMES = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")


def parse_summary(text):
    bodies, begun = {}, None
    for line in text.split("\n"):
        name = line.rstrip().removeprefix("## ")
        if line.startswith("## ") and name in NAMES and name not in bodies:
            begun = name
            bodies[begun] = []
        elif begun is not None:
            bodies[begun].append(line)
    summary = {name: "\n".join(bodies.get(name, [])) for name in NAMES}
    for name, body in summary.items():
        if not body.strip():
            raise ValueError(f"the section {name} is missing")
    return summary
