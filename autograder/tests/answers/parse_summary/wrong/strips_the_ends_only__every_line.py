"""Strips every line of a body, and so takes the indent off a list."""

NAMES = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")


def parse_summary(text):
    bodies, begun = {}, None
    for line in text.split("\n"):
        name = line.rstrip().removeprefix("## ")
        if line.rstrip() == f"## {name}" and name in NAMES and name not in bodies:
            begun = name
            bodies[begun] = []
        elif begun is not None and line.strip():
            bodies[begun].append(line.strip())
    summary = {name: "\n".join(bodies.get(name, [])) for name in NAMES}
    for name, body in summary.items():
        if not body:
            raise ValueError(f"the section {name} is missing")
    return summary
