"""Makes a section of every heading, whatever its name."""

NAMES = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")


def parse_summary(text):
    bodies, begun = {}, None
    for line in text.split("\n"):
        if line.startswith("## ") and line[3:].strip() not in bodies:
            begun = line[3:].strip()
            bodies[begun] = []
        elif begun is not None:
            bodies[begun].append(line)
    summary = {name: "\n".join(lines).strip() for name, lines in bodies.items()}
    for name in NAMES:
        if not summary.get(name):
            raise ValueError(f"the section {name} is missing")
    return summary
