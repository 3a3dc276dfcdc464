"""Writes the state into the user's own message, to save one."""

from autograder.lab import text_of


def with_task_state(messages, state):
    kept = [m for m in messages if not (m.get("role") == "user" and text_of(m).startswith("[Task state]"))]
    text = render_task_state(state)
    if not text:
        return kept
    if kept and kept[-1]["role"] == "user":
        return [*kept[:-1], {"role": "user", "content": f"{text_of(kept[-1])}\n\n{text}"}]
    return [*kept, {"role": "user", "content": text}]
