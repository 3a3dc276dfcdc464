"""Gives the caller's own list back where there is nothing to do."""

from autograder.lab import text_of


def with_task_state(messages, state):
    text = render_task_state(state)
    kept = [m for m in messages if not (m.get("role") == "user" and text_of(m).startswith("[Task state]"))]
    if not text and len(kept) == len(messages):
        return messages
    return [*kept, {"role": "user", "content": text}] if text else kept
