"""Keeps the lines with their ends, so that joining them changes nothing."""

import io

NAMES = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")


def parse_summary(text):
    collected = {}
    lines = None
    for line in io.StringIO(text, newline="\n"):
        heading, _, name = line.rstrip().partition(" ")
        if heading == "##" and name in NAMES and name not in collected:
            lines = collected.setdefault(name, [])
            continue
        if lines is not None:
            lines.append(line)
    bodies = [(name, "".join(collected.get(name, ())).strip()) for name in NAMES]
    for name, body in bodies:
        if not body:
            raise ValueError(f"{name}: nothing there. Ask the model again for all five sections.")
    return dict(bodies)
