"""Writes the text itself, line by line."""


def text(content):
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part.get("type") == "text")
    return content or ""


def estimate_messages(messages):
    written, images = "", 0
    for message in messages:
        content = message.get("content")
        written += (message.get("role") or "") + ":" + text(content)
        for each in message.get("tool_calls") or []:
            written += " " + (each["function"].get("name") or "") + (each["function"].get("arguments") or "")
        written += "\n"
        if isinstance(content, list):
            images += len([part for part in content if part.get("type") != "text"])
    return estimate_tokens(written) + images * 85
