"""Yields the lines from a function of its own."""


def lines_of(state):
    yield "[Task state]"
    yield "Goal: " + state["goal"]
    marks = {True: "x", False: " "}
    yield from ("- [" + marks[todo["done"]] + "] " + todo["text"] for todo in state["todos"])


def render_task_state(state):
    return "\n".join(lines_of(state)) if any([state["goal"], state["todos"]]) else ""
