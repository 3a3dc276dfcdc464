"""Writes None where a section is missing, as if the model had said so."""

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
    return {name: "\n".join(bodies.get(name, [])).strip() or "None" for name in NAMES}
