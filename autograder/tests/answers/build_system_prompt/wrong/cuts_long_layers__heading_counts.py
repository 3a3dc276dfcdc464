"""Counts the heading into the limit."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"]:
            raise ValueError(f"the name {layer['name']!r} has a newline")
    sections = []
    for layer in layers:
        limit = 20_000 if layer.get("max_chars") is None else layer["max_chars"]
        content = (layer.get("content") or "").strip()
        if content and limit > 0:
            heading = f"## {layer['name']}\n"
            body = content if len(content) <= limit else truncate(content, max(1, limit - len(heading)))
            sections.append(heading + body)
    return "\n\n".join(sections)
