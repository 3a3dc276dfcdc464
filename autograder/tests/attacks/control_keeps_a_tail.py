"""No attack: a tail, and nothing else."""

def find_safe_tail_start(messages, desired):
    return 0


def trim_history(messages, max_messages=10, head=2):
    return {"messages": messages[find_safe_tail_start(messages, max_messages) :], "dropped": 0}
