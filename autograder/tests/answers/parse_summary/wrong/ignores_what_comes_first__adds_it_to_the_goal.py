"""Takes everything before the second heading for the goal."""

NAMES = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")


def parse_summary(text):
    bodies, begun = {}, None
    front = []
    for line in text.split("\n"):
        name = line.rstrip().removeprefix("## ")
        if line.rstrip() == f"## {name}" and name in NAMES and name not in bodies:
            begun = name
            bodies[begun] = front if begun == "Goal" else []
        elif begun is None:
            front.append(line)
        else:
            bodies[begun].append(line)
    summary = {name: "\n".join(bodies.get(name, [])).strip() for name in NAMES}
    for name, body in summary.items():
        if not body:
            raise ValueError(f"the section {name} is missing")
    return summary
