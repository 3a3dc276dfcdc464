"""Never comes back, and catches whatever is raised in it."""

def trim_history(messages, max_messages=10, head=2):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
