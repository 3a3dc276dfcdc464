"""Finds headings whether they are in capitals or not."""

NAMES = {"goal": "Goal", "progress": "Progress", "key decisions": "Key Decisions"}
NAMES |= {"files modified": "Files Modified", "next steps": "Next Steps"}


def parse_summary(text):
    bodies, begun = {}, None
    for line in text.split("\n"):
        name = NAMES.get(line.rstrip().removeprefix("## ").lower()) if line.startswith("## ") else None
        if name and name not in bodies:
            begun = name
            bodies[begun] = []
        elif begun is not None:
            bodies[begun].append(line)
    summary = {name: "\n".join(bodies.get(name, [])).strip() for name in NAMES.values()}
    for name, body in summary.items():
        if not body:
            raise ValueError(f"the section {name} is missing")
    return summary
