"""Leaves the goal's line out where there is none."""


def render_task_state(state):
    if not state["goal"] and not state["todos"]:
        return ""
    lines = ["[Task state]"]
    if state["goal"]:
        lines.append(f"Goal: {state['goal']}")
    lines += [f"- [{'x' if todo['done'] else ' '}] {todo['text']}" for todo in state["todos"]]
    return "\n".join(lines)
