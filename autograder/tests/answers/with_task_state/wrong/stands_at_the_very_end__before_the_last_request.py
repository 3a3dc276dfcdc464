"""Puts the state before the user's last message, so that the request is the last word."""

from autograder.lab import text_of


def with_task_state(messages, state):
    kept = [m for m in messages if not (m.get("role") == "user" and text_of(m).startswith("[Task state]"))]
    text = render_task_state(state)
    place = len(kept) - 1 if kept and kept[-1]["role"] == "user" else len(kept)
    return [*kept[:place], {"role": "user", "content": text}, *kept[place:]] if text else kept
