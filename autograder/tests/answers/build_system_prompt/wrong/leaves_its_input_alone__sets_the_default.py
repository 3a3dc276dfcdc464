"""Writes the default limit into the caller's layers."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"]:
            raise ValueError(f"the name {layer['name']!r} has a newline")
    sections = []
    for layer in layers:
        layer.setdefault("max_chars", 20_000)
        if layer["max_chars"] is None:
            layer["max_chars"] = 20_000
        body = truncate((layer.get("content") or "").strip(), layer["max_chars"])
        if body:
            sections.append(f"## {layer['name']}\n{body}")
    return "\n\n".join(sections)
