"""Finds an earlier state only where its content is plain text."""


def with_task_state(messages, state):
    def is_state(message):
        content = message.get("content")
        return message.get("role") == "user" and isinstance(content, str) and content.startswith("[Task state]")

    kept = [message for message in messages if not is_state(message)]
    text = render_task_state(state)
    return [*kept, {"role": "user", "content": text}] if text else kept
