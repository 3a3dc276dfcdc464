"""Takes the todos out of the state, one after the other."""


def render_task_state(state):
    if not state["goal"] and not state["todos"]:
        return ""
    lines = ["[Task state]", f"Goal: {state['goal']}"]
    while state["todos"]:
        todo = state["todos"].pop(0)
        lines.append(f"- [{'x' if todo['done'] else ' '}] {todo['text']}")
    return "\n".join(lines)
