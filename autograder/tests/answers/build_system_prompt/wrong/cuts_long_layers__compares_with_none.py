"""Takes 20,000 where no limit is given, and forgets that it may be given as None."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"]:
            raise ValueError(f"the name {layer['name']!r} has a newline")
    sections = []
    for layer in layers:
        content = (layer.get("content") or "").strip()
        if content:
            body = truncate(content, layer.get("max_chars", 20_000))
            if body:
                sections.append(f"## {layer['name']}\n{body}")
    return "\n\n".join(sections)
