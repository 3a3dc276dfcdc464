"""Puts the x at what is still open."""


def render_task_state(state):
    if not state["goal"] and not state["todos"]:
        return ""
    lines = ["[Task state]", f"Goal: {state['goal']}"]
    lines += [f"- [{' ' if todo['done'] else 'x'}] {todo['text']}" for todo in state["todos"]]
    return "\n".join(lines)
