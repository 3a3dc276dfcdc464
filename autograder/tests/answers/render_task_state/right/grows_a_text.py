"""Adds line after line to a text, and takes the last newline off."""


def render_task_state(state):
    text = ""
    if state["goal"] != "" or len(state["todos"]) > 0:
        text += "[Task state]\n"
        text += "Goal: %s\n" % state["goal"]
        for todo in state["todos"]:
            if todo["done"]:
                text += "- [x] %s\n" % todo["text"]
            else:
                text += "- [ ] %s\n" % todo["text"]
    return text[:-1]
