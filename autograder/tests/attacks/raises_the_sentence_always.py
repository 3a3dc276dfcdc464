"""Refuses every call with a sentence that names every argument and value."""

def trim_history(messages, max_messages=10, head=2):
    raise ValueError(f"max_messages {max_messages} head {head} " + " ".join(map(str, range(-20, 100))))
