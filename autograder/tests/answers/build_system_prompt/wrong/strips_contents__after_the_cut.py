"""Cuts first and strips after, so white space takes the room of text."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"]:
            raise ValueError(f"the name {layer['name']!r} has a newline")
    sections = []
    for layer in layers:
        limit = 20_000 if layer.get("max_chars") is None else layer["max_chars"]
        content = layer.get("content") or ""
        body = truncate(content, limit).strip() if content.strip() else ""
        if body:
            sections.append(f"## {layer['name']}\n{body}")
    return "\n\n".join(sections)
