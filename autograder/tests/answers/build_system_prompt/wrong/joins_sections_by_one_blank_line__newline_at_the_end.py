"""Ends the prompt with a newline."""

from given_ch06 import truncate


def build_system_prompt(layers):
    for layer in layers:
        if "\n" in layer["name"]:
            raise ValueError(f"the name {layer['name']!r} has a newline")
    prompt = ""
    for layer in layers:
        limit = 20_000 if layer.get("max_chars") is None else layer["max_chars"]
        body = truncate((layer.get("content") or "").strip(), limit)
        if body:
            prompt += ("\n" if prompt else "") + f"## {layer['name']}\n{body}\n"
    return prompt
