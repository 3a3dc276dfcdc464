"""Answers with a list that contains itself."""

def trim_history(messages, max_messages=10, head=2):
    answer = {"messages": [], "dropped": 0}
    answer["messages"].append(answer)
    answer["messages"].append(answer["messages"])
    return answer
