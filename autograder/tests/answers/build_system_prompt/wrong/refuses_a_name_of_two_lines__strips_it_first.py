"""Strips the name, so a newline at its end goes unseen."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"].strip():
            raise ValueError(f"the name {layer['name']!r} has a newline")
    sections = []
    for layer in layers:
        limit = 20_000 if layer.get("max_chars") is None else layer["max_chars"]
        body = truncate((layer.get("content") or "").strip(), limit)
        if body:
            sections.append(f"## {layer['name'].strip()}\n{body}")
    return "\n\n".join(sections)
