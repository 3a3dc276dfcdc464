"""Leaves out what is done, to save tokens."""


def render_task_state(state):
    if not state["goal"] and not state["todos"]:
        return ""
    lines = ["[Task state]", f"Goal: {state['goal']}"]
    lines += [f"- [ ] {todo['text']}" for todo in state["todos"] if not todo["done"]]
    return "\n".join(lines)
