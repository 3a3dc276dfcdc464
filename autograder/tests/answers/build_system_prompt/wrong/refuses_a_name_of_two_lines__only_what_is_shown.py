"""Looks at the names of layers that are shown, and not at the others."""

from given_ch06 import truncate


def build_system_prompt(layers):
    sections = []
    for layer in layers:
        limit = 20_000 if layer.get("max_chars") is None else layer["max_chars"]
        body = truncate((layer.get("content") or "").strip(), limit)
        if body:
            if "\n" in layer["name"]:
                raise ValueError(f"the name {layer['name']!r} has a newline")
            sections.append(f"## {layer['name']}\n{body}")
    return "\n\n".join(sections)
