"""Refuses a section that is not there, and takes one that says nothing."""

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
    for name in NAMES:
        if name not in bodies:
            raise ValueError(f"the section {name} is missing")
    return {name: "\n".join(bodies[name]).strip() for name in NAMES}
