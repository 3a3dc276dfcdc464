"""Puts the goal on the line of the mark."""


def render_task_state(state):
    if not state["goal"] and not state["todos"]:
        return ""
    lines = [f"[Task state] Goal: {state['goal']}"]
    lines += [f"- [{'x' if todo['done'] else ' '}] {todo['text']}" for todo in state["todos"]]
    return "\n".join(lines)
