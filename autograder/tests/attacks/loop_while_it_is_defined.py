"""Never ends while its default argument is made."""

def trim_history(messages, max_messages=10, head=sum(range(10**17))):
    return {"messages": list(messages), "dropped": 0}
