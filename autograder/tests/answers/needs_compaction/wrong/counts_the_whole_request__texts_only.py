"""Leaves out messages whose content is not text, images among them."""


def needs_compaction(messages, window, max_output, buffer=512):
    if min(window, max_output, buffer) < 0:
        raise ValueError(f"window {window}, max_output {max_output}, buffer {buffer}: none may be negative.")
    budget = input_budget(window, max_output, buffer)
    texts = [m for m in messages if not isinstance(m.get("content"), list)]
    return estimate_messages(texts) > budget
