"""Takes a limit of zero for no limit."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"]:
            raise ValueError(f"the name {layer['name']!r} has a newline")
    sections = []
    for layer in layers:
        limit = layer.get("max_chars") or 20_000
        body = truncate((layer.get("content") or "").strip(), limit)
        if body:
            sections.append(f"## {layer['name']}\n{body}")
    return "\n\n".join(sections)
