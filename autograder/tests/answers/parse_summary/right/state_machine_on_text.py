"""Goes through the text by line ends, without a list of lines."""


def parse_summary(text):
    wanted = {"Goal": "", "Progress": "", "Key Decisions": "", "Files Modified": "", "Next Steps": ""}
    begun, current, position = set(), None, 0
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end + 1
        line = text[position:end]
        position = end
        title = line[3:].rstrip() if line.startswith("## ") else None
        if title in wanted and title not in begun:
            current = title
            begun.add(title)
        elif current:
            wanted[current] += line
    result = {name: body.strip() for name, body in wanted.items()}
    missing = [name for name, body in result.items() if not body]
    if missing:
        raise ValueError(f"missing or blank sections: {', '.join(missing)}. All five are needed.")
    return result
