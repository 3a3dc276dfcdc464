"""Writes None where there is no goal."""


def render_task_state(state):
    if not state["goal"] and not state["todos"]:
        return ""
    lines = ["[Task state]", f"Goal: {state['goal'] or None}"]
    lines += [f"- [{'x' if todo['done'] else ' '}] {todo['text']}" for todo in state["todos"]]
    return "\n".join(lines)
