"""Yields the sections from a function of its own, after it has looked at the names."""

from given_ch06 import truncate


def sections(layers):
    for layer in layers:
        body = layer.get("content")
        limit = layer.get("max_chars")
        body = truncate(str(body or "").strip(), limit if limit is not None else 20_000)
        if len(body) > 0:
            yield f"## {layer['name']}"
            yield body
            yield ""


def build_system_prompt(layers):
    if any("\n" in layer["name"] for layer in layers):
        names = [layer["name"] for layer in layers if "\n" in layer["name"]]
        raise ValueError(f"name has a newline: {names}")
    return "\n".join(list(sections(layers))[:-1])
