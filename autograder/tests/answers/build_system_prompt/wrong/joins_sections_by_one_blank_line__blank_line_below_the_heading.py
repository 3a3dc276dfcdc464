"""Puts a blank line below each heading."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"]:
            raise ValueError(f"the name {layer['name']!r} has a newline")
    sections = []
    for layer in layers:
        limit = 20_000 if layer.get("max_chars") is None else layer["max_chars"]
        content = layer.get("content") or ""
        body = truncate(content.strip(), limit)
        gap = "\n\n" if content == content.strip() and body == content else "\n"
        if body:
            sections.append(f"## {layer['name']}{gap}{body}")
    return "\n\n".join(sections)
