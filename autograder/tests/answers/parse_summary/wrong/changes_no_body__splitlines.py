"""Splits with splitlines, which knows more line ends than the newline, and joins with newlines."""

NAMES = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")


def parse_summary(text):
    bodies, begun = {}, None
    for line in text.splitlines():
        name = line.rstrip().removeprefix("## ")
        if line.rstrip() == f"## {name}" and name in NAMES and name not in bodies:
            begun = name
            bodies[begun] = []
        elif begun is not None:
            bodies[begun].append(line)
    summary = {name: "\n".join(bodies.get(name, [])).strip() for name in NAMES}
    for name, body in summary.items():
        if not body:
            raise ValueError(f"the section {name} is missing")
    return summary
