"""Cuts a layer without room to nothing, and keeps its heading."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"]:
            raise ValueError(f"the name {layer['name']!r} has a newline")
    sections = []
    for layer in layers:
        limit = 20_000 if layer.get("max_chars") is None else layer["max_chars"]
        content = (layer.get("content") or "").strip()
        if content:
            sections.append(f"## {layer['name']}\n{truncate(content, limit)}")
    return "\n\n".join(sections)
