"""Adds section after section to a text, and cuts by itself."""


def build_system_prompt(layers):
    for layer in layers:
        if len(layer["name"].split("\n")) > 1:
            raise ValueError("name must be one line, but is " + layer["name"])
    prompt = ""
    for layer in layers:
        content = layer["content"] if "content" in layer else None
        if content is None or not content.strip():
            continue
        content = content.strip()
        most = layer.get("max_chars", 20_000)
        if most is None:
            most = 20_000
        if most <= 0:
            continue
        if len(content) > most:
            content = content[: most - 1] + "…"
        if prompt:
            prompt += "\n\n"
        prompt += "## " + layer["name"] + "\n" + content
    return prompt
