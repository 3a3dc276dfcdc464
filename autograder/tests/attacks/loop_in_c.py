"""Never comes back from a function written in C, where no handler runs."""

def trim_history(messages, max_messages=10, head=2):
    return sum(range(10**17))
