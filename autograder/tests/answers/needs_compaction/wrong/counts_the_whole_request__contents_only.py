"""Counts what the messages say, and not what they call."""


def needs_compaction(messages, window, max_output, buffer=512):
    if min(window, max_output, buffer) < 0:
        raise ValueError(f"window {window}, max_output {max_output}, buffer {buffer}: none may be negative.")
    budget = input_budget(window, max_output, buffer)
    bare = [{"role": m["role"], "content": m.get("content")} for m in messages]
    return estimate_messages(bare) > budget
