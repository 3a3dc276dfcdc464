"""Lets the look-up fail, so that the reader gets a KeyError."""

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
    summary = {name: "\n".join(bodies[name]).strip() for name in NAMES}
    if not all(summary.values()):
        raise ValueError(f"blank: {[name for name in NAMES if not summary[name]]}")
    return summary
