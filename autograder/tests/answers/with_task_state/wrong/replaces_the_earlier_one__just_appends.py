"""Adds the state and leaves the earlier one where it is."""


def with_task_state(messages, state):
    text = render_task_state(state)
    return [*messages, {"role": "user", "content": text}] if text else list(messages)
