"""Returns the sections in the order the model wrote them."""

NAMES = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")


def parse_summary(text):
    bodies, begun = {}, None
    for line in text.split("\n"):
        name = line.rstrip().removeprefix("## ")
        if line.rstrip() == f"## {name}" and name in NAMES and name not in bodies:
            begun = name
            bodies[begun] = []
        elif begun is not None:
            bodies[begun].append(line)
    summary = {name: "\n".join(lines).strip() for name, lines in bodies.items()}
    for name in NAMES:
        if not summary.get(name):
            raise ValueError(f"the section {name} is missing")
    return summary
