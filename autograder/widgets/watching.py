"""`watch`: see a history, or a session played with your own functions beside the same session without them."""

from typing import Any

from autograder.execution.values import in_words
from autograder.lab.sessions import Session
from autograder.widgets.cast import not_a_history
from autograder.widgets.frames import Limits, Picture, history_picture, session_picture
from autograder.widgets.growing import grown
from autograder.widgets.knobs import Arguments, Knob, argument_knobs, limit_knobs, taken, turned, turned_arguments
from autograder.widgets.policies import named, parameters_of
from autograder.widgets.window import Window

DEFAULT_WINDOW = 8_192  # tokens; the reading session passes it in round 18
UNMANAGED = "without a window"


def watch(
    thing: Any,
    *others: Any,
    session: Session | None = None,
    rounds: int | None = None,
    window: int | None = None,
    reserve: int = 0,
    buffer: int = 0,
    **arguments: Any,
) -> Window | None:
    """Draw a history, or play a session with functions that choose what is sent, side by side.

    Args:
        thing: a list of messages, or your function: it gets the messages before each request, and returns those to
            send, as a list or as a dict with `messages`.
        others: more functions, each in a lane of its own.
        session: what is played; the reading session where it is left out.
        rounds: how many rounds of it; all where it is left out.
        window: tokens of one request, prompt and reply together. 8,192 for a session where it is left out.
        reserve: tokens of the window kept for the reply; a longer prompt is refused.
        buffer: tokens below that where compaction should begin; a function that needs a `threshold` and is given
            none gets this one.
        arguments: further arguments for your functions, by name; each gets those it takes.

    Returns:
        The window; a notebook shows it. Its `save("x.html")` makes a file of it.
    """
    problem = _problem(session, {"rounds": rounds, "window": window, "reserve": reserve, "buffer": buffer})
    functions = [thing, *others]
    if problem is None and (others or callable(thing)):
        problem = next((_not_a_function(each) for each in functions if not callable(each)), None)
        if problem is None:
            limits = Limits(DEFAULT_WINDOW if window is None else window, reserve, buffer)
            return _played(functions, arguments, session, rounds, limits)
    messages: Any = thing.get("messages") if isinstance(thing, dict) else thing
    wrong = not_a_history(messages)
    problem = problem or (None if wrong is None else f"watch got {wrong}")
    if problem is not None:
        print(problem)
        return None
    return Window(history_picture(messages, window))


def _played(
    functions: list[Any], arguments: Arguments, session: Session | None, rounds: int | None, limits: Limits
) -> Window:
    if session is None:
        from autograder.lab.reading import reading_session

        session = reading_session(form="live")
    count = len(session.rounds) if rounds is None else min(rounds, len(session.rounds))
    lanes = list(zip(functions, taken(functions, arguments), strict=True))
    knobs = limit_knobs(limits) + [knob for each, given in lanes for knob in argument_knobs(each, given)]
    chosen = session

    def remake(wish: dict[str, Any]) -> Picture:
        return _picture(lanes, chosen, count, turned(knobs, wish), set(wish))

    return Window(remake({}), remake)


def _picture(
    lanes: list[tuple[Any, Arguments]], session: Session, rounds: int, knobs: list[Knob], touched: set[str]
) -> Picture:
    """Play a session with the knobs as they stand; an argument that was left out stays so until it is touched."""
    values = {knob["key"]: knob["value"] for knob in knobs}
    limits = Limits(values["window"], values["reserve"], values["buffer"])
    policies: dict[str, Any] = {UNMANAGED: None}
    for function, given in lanes:
        turned_here = turned_arguments(function, values, touched)
        name, policy = named(function, _threshold(function, limits) | given | turned_here)
        policies[name if name not in policies else f"{name}, lane {len(policies)}"] = policy
    return session_picture(grown(session, values["growth"]), policies, rounds, limits) | {"knobs": knobs}


def _threshold(function: Any, limits: Limits) -> Arguments:
    parameter = parameters_of(function).get("threshold")
    return {} if parameter is None or parameter.default is not parameter.empty else {"threshold": limits.threshold}


def _not_a_function(thing: Any) -> str:
    return f"watch got {in_words(thing)} beside a function: lanes are functions, as in watch(trim_history, my_own)."


def _problem(session: Any, numbers: dict[str, Any]) -> str | None:
    if session is not None and not isinstance(session, Session):
        return f"session is {in_words(session)}: give watch a session of the lab, as in reading_session(rounds=5)."
    for name, number in numbers.items():
        least = 1 if name == "window" else 0
        if number is None and name in ("rounds", "window"):
            continue
        if type(number) is not int or number < least:
            return f"{name} is {number!r}: use a whole number, {least} or more, or leave it out."
    return None
