"""Writes the mark and an empty goal also where there is nothing."""


def render_task_state(state):
    lines = ["[Task state]", f"Goal: {state['goal']}"]
    lines += [f"- [{'x' if todo['done'] else ' '}] {todo['text']}" for todo in state["todos"]]
    return "\n".join(lines)
