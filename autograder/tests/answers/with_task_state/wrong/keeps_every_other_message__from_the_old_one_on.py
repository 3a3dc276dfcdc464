"""Drops the earlier state and everything after it."""

from autograder.lab import text_of


def with_task_state(messages, state):
    kept = list(messages)
    for index, m in enumerate(messages):
        if m.get("role") == "user" and text_of(m).startswith("[Task state]"):
            kept = kept[:index]
            break
    text = render_task_state(state)
    return [*kept, {"role": "user", "content": text}] if text else kept
