"""Writes a capital X."""


def render_task_state(state):
    if not state["goal"] and not state["todos"]:
        return ""
    lines = ["[Task state]", f"Goal: {state['goal']}"]
    lines += [f"- [{'X' if todo['done'] else ' '}] {todo['text']}" for todo in state["todos"]]
    return "\n".join(lines)
