"""Cuts only where a limit is given."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"]:
            raise ValueError(f"the name {layer['name']!r} has a newline")
    sections = []
    for layer in layers:
        body = (layer.get("content") or "").strip()
        if layer.get("max_chars") is not None:
            body = truncate(body, layer["max_chars"])
        if body:
            sections.append(f"## {layer['name']}\n{body}")
    return "\n\n".join(sections)
