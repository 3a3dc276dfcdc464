"""Splits at the first heading that has not begun yet, and goes on with what follows it."""

NAMES = ("Goal", "Progress", "Key Decisions", "Files Modified", "Next Steps")


def sections(lines, open_names):
    for number, line in enumerate(lines):
        name = line.rstrip()[3:]
        if line.rstrip() == f"## {name}" and name in open_names:
            rest = sections(lines[number + 1 :], open_names - {name})
            return {"": lines[:number], name: rest.pop(""), **rest}
    return {"": lines}


def parse_summary(text):
    found = sections(text.split("\n"), frozenset(NAMES))
    summary = {}
    for name in NAMES:
        body = "\n".join(found.get(name, ())).strip()
        if body == "":
            raise ValueError(f"section {name} is missing")
        summary[name] = body
    return summary
