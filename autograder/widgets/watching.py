"""`watch`: see a history, or a session played with your own function beside the same session without it."""

from typing import Any

from autograder.execution.values import in_words
from autograder.lab.sessions import Session
from autograder.widgets.frames import history_picture, not_a_history, session_picture
from autograder.widgets.policies import named
from autograder.widgets.window import Window

DEFAULT_BUDGET = 8_192  # tokens; the reading session passes it in round 18
UNMANAGED = "without a window"


def watch(
    thing: Any,
    *,
    session: Session | None = None,
    rounds: int | None = None,
    budget: int | None = None,
    **arguments: Any,
) -> Window | None:
    """Draw a history, or play a session with a function that chooses what is sent.

    Args:
        thing: a list of messages, or your function: it gets the messages before each request, and returns those to
            send, as a list or as a dict with `messages`.
        session: what is played; the reading session where it is left out.
        rounds: how many rounds of it; all where it is left out.
        budget: tokens; a request above it is refused. 8,192 for a session where it is left out.
        arguments: further arguments for your function, by name.

    Returns:
        The window; a notebook shows it. Its `save("x.html")` makes a file of it.
    """
    problem = _problem(session, rounds, budget)
    if problem is None and callable(thing):
        return _played(thing, arguments, session, rounds, budget)
    messages: Any = thing.get("messages") if isinstance(thing, dict) else thing
    wrong = not_a_history(messages)
    problem = problem or (None if wrong is None else f"watch got {wrong}")
    if problem is not None:
        print(problem)
        return None
    return Window(history_picture(messages, budget))


def _played(
    function: Any, arguments: dict[str, Any], session: Session | None, rounds: int | None, budget: int | None
) -> Window:
    if session is None:
        from autograder.lab.reading import reading_session

        session = reading_session(form="live")
    count = len(session.rounds) if rounds is None else min(rounds, len(session.rounds))
    name, policy = named(function, arguments)
    limit = DEFAULT_BUDGET if budget is None else budget
    return Window(session_picture(session, {UNMANAGED: None, name: policy}, count, limit))


def _problem(session: Any, rounds: Any, budget: Any) -> str | None:
    if session is not None and not isinstance(session, Session):
        return f"session is {in_words(session)}: give watch a session of the lab, as in reading_session(rounds=5)."
    for name, number in (("rounds", rounds), ("budget", budget)):
        if number is not None and (type(number) is not int or number < 0):
            return f"{name} is {number!r}: use a whole number, 0 or more, or leave it out."
    return None
