"""Task states as two lessons try them."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.lab.messages import Message, text_of

MARK = "[Task state]"

State = dict[str, Any]


def is_task_state(message: Message) -> bool:
    """Say whether a message is a task state; a result or a reply that only looks like one is none."""
    return message.get("role") == "user" and text_of(message).startswith(MARK)


def state(goal: str, *todos: tuple[str, bool]) -> State:
    """Make a state from a goal and pairs of what is to do and whether it is done."""
    return {"goal": goal, "todos": [{"text": text, "done": done} for text, done in todos]}


def small_states(most: int) -> Iterator[State]:
    """Yield every state with a goal or without one, and with up to `most` todos, done and not, fewest first."""
    for count in range(most + 1):
        for done in product((False, True), repeat=count):
            for goal in ("", "ship it"):
                yield state(goal, *((f"step {n}", each) for n, each in enumerate(done, start=1)))
