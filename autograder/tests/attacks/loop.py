"""Never comes back."""

def trim_history(messages, max_messages=10, head=2):
    while True:
        pass
