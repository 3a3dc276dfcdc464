"""Reads the text of content that is None, text or parts without the lab."""


def text(message):
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content if part.get("type") == "text")


def with_task_state(messages, state):
    mark = "[Task state]"
    stays = [m for m in messages if m.get("role") != "user" or text(m)[: len(mark)] != mark]
    note = render_task_state(state)
    return stays + [{"role": "user", "content": note}] * bool(note)
