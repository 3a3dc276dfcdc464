"""Strips the lines, and with them the blank after the empty goal."""


def render_task_state(state):
    if not state["goal"] and not state["todos"]:
        return ""
    lines = ["[Task state]", f"Goal: {state['goal']}"]
    lines += [f"- [{'x' if todo['done'] else ' '}] {todo['text']}" for todo in state["todos"]]
    return "\n".join(line if line.startswith("-") else line.strip() for line in lines)
