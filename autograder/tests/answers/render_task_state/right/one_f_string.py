"""Writes the text in one expression."""


def render_task_state(state):
    todos = [f"\n- [{' x'[todo['done']]}] {todo['text']}" for todo in state["todos"]]
    if not (state["goal"] or todos):
        return ""
    return f"[Task state]\nGoal: {state['goal']}{''.join(todos)}"
