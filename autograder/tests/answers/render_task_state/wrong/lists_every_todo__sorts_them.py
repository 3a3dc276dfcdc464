"""Puts open todos first."""


def render_task_state(state):
    if not state["goal"] and not state["todos"]:
        return ""
    lines = ["[Task state]", f"Goal: {state['goal']}"]
    todos = sorted(state["todos"], key=lambda todo: todo["done"])
    lines += [f"- [{'x' if todo['done'] else ' '}] {todo['text']}" for todo in todos]
    return "\n".join(lines)
