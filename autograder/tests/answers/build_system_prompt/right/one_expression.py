"""Writes everything as one expression."""

from given_ch06 import truncate


def limit(layer):
    return 20000 if layer.get("max_chars") is None else layer["max_chars"]


def build_system_prompt(layers):
    bad = [layer["name"] for layer in layers if "\n" in layer["name"]]
    if bad:
        raise ValueError(f"layer name {bad[0]!r}: names are one line long")
    kept = [(layer["name"], (layer.get("content") or "").strip(), limit(layer)) for layer in layers]
    return "\n\n".join(f"## {name}\n{truncate(text, most)}" for name, text, most in kept if text and most > 0)
