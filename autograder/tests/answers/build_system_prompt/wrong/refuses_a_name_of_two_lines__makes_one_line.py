"""Makes one line of a name that has two."""

from given_ch06 import truncate


def build_system_prompt(layers):
    sections = []
    for layer in layers:
        limit = 20_000 if layer.get("max_chars") is None else layer["max_chars"]
        body = truncate((layer.get("content") or "").strip(), limit)
        if body:
            sections.append(f"## {' '.join(layer['name'].splitlines())}\n{body}")
    return "\n\n".join(sections)
