"""Answers with lists in lists in lists."""

def trim_history(messages, max_messages=10, head=2):
    answer = []
    for _ in range(100_000):
        answer = [answer]
    return {"messages": answer, "dropped": 0}
