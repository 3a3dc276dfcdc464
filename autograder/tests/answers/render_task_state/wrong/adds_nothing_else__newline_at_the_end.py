"""Ends every line with a newline, the last one too."""


def render_task_state(state):
    if not state["goal"] and not state["todos"]:
        return ""
    lines = ["[Task state]", f"Goal: {state['goal']}"]
    lines += [f"- [{'x' if todo['done'] else ' '}] {todo['text']}" for todo in state["todos"]]
    return "".join(line + "\n" for line in lines)
