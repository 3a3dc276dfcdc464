"""Takes it for granted that every layer has a content."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"]:
            raise ValueError(f"the name {layer['name']!r} has a newline")
    sections = []
    for layer in layers:
        limit = 20_000 if layer.get("max_chars") is None else layer["max_chars"]
        body = truncate(layer["content"].strip(), limit)
        if body:
            sections.append(f"## {layer['name']}\n{body}")
    return "\n\n".join(sections)
