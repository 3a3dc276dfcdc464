"""Takes memory until there is none, catches the error, and goes on."""

def trim_history(messages, max_messages=10, head=2):
    taken = []
    while True:
        try:
            taken.append(bytearray(10**7))
        except MemoryError:
            if len(taken) > 200:
                raise
            taken.append(None)
