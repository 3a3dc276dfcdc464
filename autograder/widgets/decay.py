"""`watch_decay`: facts that fade from what is sent, round by round, by your own functions."""

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from autograder.execution.values import in_words
from autograder.lab.sessions import Session
from autograder.lab.summarizers import SUMMARIZERS, Summarizer
from autograder.widgets.decay_rounds import Lane, decay_picture
from autograder.widgets.facts import NOT_SAID, facts_of
from autograder.widgets.growing import grown
from autograder.widgets.knobs import Knob, argument_knobs, choice_knob, growth_knob, taken, turned, turned_arguments
from autograder.widgets.policies import named, parameters_of
from autograder.widgets.trying import name_of
from autograder.widgets.view import View, Wish

ROUNDS = 10  # of the reading session, where none is given
MOST_FACTS = 80  # each is a line of the picture
HELPERS = ("summarize", "call_model")  # what functions call the helper model


class Decay(View):
    """A picture of facts that fade, with a line for each fact and a column for each round."""

    name = "decay"

    @property
    def last(self) -> int:
        """The number of the last round that can be shown."""
        return max(len(lane["frames"]) for lane in self.picture["lanes"]) - 1

    def words(self) -> str:
        """Return a line for each lane, and one for each round in which something was lost."""
        lines = [f"{self.picture['title']}, {len(self.picture['facts'])} facts"]
        for lane in self.picture["lanes"]:
            lines += ["", f"{lane['name']}: {_ending(self.picture, lane)}"]
            for number, frame in enumerate(lane["frames"]):
                lost = ", ".join(self.picture["facts"][fact]["name"] for fact, _ in frame["lost"])
                lines += [f"  round {number} lost {lost}"] * bool(lost)
        return "\n".join(lines)

    def table(self) -> str:
        """Return what became of each fact in each lane, as a table."""
        lanes = self.picture["lanes"]
        head = "".join(f"<th>{escape(lane['name'])}: {escape(_ending(self.picture, lane))}</th>" for lane in lanes)
        rows = (
            f"<tr><th>{escape(fact['name'])}</th>{''.join(f'<td>{escape(_fate(lane, i))}</td>' for lane in lanes)}</tr>"
            for i, fact in enumerate(self.picture["facts"])
        )
        return f"<table><tr><td></td>{head}</tr>{''.join(rows)}</table>"


def _ending(picture: dict[str, Any], lane: dict[str, Any]) -> str:
    frame, number = lane["frames"][-1], len(lane["frames"]) - 1
    if frame["error"]:
        return f"round {number}: {frame['who']} {frame['error'].splitlines()[0]}"
    met = sum(fact["met"] <= number for fact in picture["facts"])
    return f"{met - frame['places'].count(NOT_SAID)} of {met} still said in round {number}"


def _fate(lane: dict[str, Any], fact: int) -> str:
    """Say when a fact was lost last, and why; that it is still said where it is."""
    if lane["frames"][-1]["places"][fact] != NOT_SAID:
        return "still said"
    lost = [(number, why) for number, frame in enumerate(lane["frames"]) for each, why in frame["lost"] if each == fact]
    return f"lost in round {lost[-1][0]}: {lost[-1][1]}" if lost else "not met"


def watch_decay(
    *functions: Callable[..., Any],
    with_state: Callable[..., Any] | None = None,
    session: Session | None = None,
    rounds: int = ROUNDS,
    helper: str = "lossy",
    **arguments: Any,
) -> Decay | None:
    """Play a session through functions that keep it small, and show which of its facts each request still says.

    Args:
        functions: yours, each in a lane of its own: it gets the messages before each request, and returns those to
            send, as a list or as a dict with `messages`.
        with_state: your `with_task_state`: each function gets a second lane, where the state of the task is put at
            the end of every request, the goal and a todo for every call.
        session: what is played; the reading session where it is left out.
        rounds: how many rounds of it.
        helper: the kind of helper model that a function gets as `summarize` or `call_model`.
        arguments: further arguments for your functions, by name; each gets those it takes.

    Returns:
        The picture; a notebook shows it. `None`, with a sentence, where something cannot be used.

    Examples:
        >>> newest = lambda messages: messages[-2:]
        >>> watch_decay(newest, rounds=2)
        reading session, 2 rounds, 4 facts
        <BLANKLINE>
        this function: 2 of 4 still said in round 2
          round 2 lost file_1.md, RC-8919
    """
    if session is None:
        from autograder.lab.reading import reading_session

        session = reading_session(form="live")
    problem = _problem(functions, with_state, session, rounds, helper)
    if problem is not None:
        print(problem)
        return None
    chosen, count = session, min(rounds, len(session.rounds))
    given = taken(functions, arguments)
    knobs = _knobs(functions, given, helper)

    def remake(wish: Wish) -> dict[str, Any]:
        now = turned(knobs, wish)
        values = {knob["key"]: knob["value"] for knob in now}
        lanes = []
        for function, known in zip(functions, given, strict=True):
            known = known | turned_arguments(function, values, wish)
            lanes += _lanes(function, known, values.get("helper"), with_state)
        return decay_picture(grown(chosen, values["growth"]), lanes, count) | {"knobs": now}

    return Decay(remake({}), remake)


def _knobs(functions: tuple[Callable[..., Any], ...], given: list[dict[str, Any]], helper: str) -> list[Knob]:
    asks = any(_helper_name(function, known) for function, known in zip(functions, given, strict=True))
    kinds = [choice_knob("helper", "helper model", helper, tuple(SUMMARIZERS))] * asks
    numbers = [knob for one, known in zip(functions, given, strict=True) for knob in argument_knobs(one, known)]
    return [*kinds, growth_knob(), *numbers]


def _helper_name(function: Callable[..., Any], known: dict[str, Any]) -> str | None:
    return next((name for name in HELPERS if name in parameters_of(function) and name not in known), None)


def _lanes(
    function: Callable[..., Any], known: dict[str, Any], kind: str | None, with_state: Callable[..., Any] | None
) -> list[Lane]:
    """Return the lane of a function, and the one with a state of the task."""
    asks = _helper_name(function, known)
    name, policy = named(function, known)
    if asks is not None and kind is not None:
        policy = partial(policy, **{asks: Summarizer(kind)})
    plain = Lane(name, policy)
    if with_state is None:
        return [plain]
    return [plain, Lane(f"{name}, then {name_of(with_state)}", policy, with_state)]


def _problem(functions: Any, with_state: Any, session: Any, rounds: Any, helper: Any) -> str | None:
    if not functions:
        return "watch_decay got no function: give it at least one, as in watch_decay(compact_history, threshold=0)."
    wrong = next(
        (each for each in (*functions, *([] if with_state is None else [with_state])) if not callable(each)), None
    )
    if wrong is not None:
        return f"watch_decay got {in_words(wrong)}: give it functions, as in watch_decay(compact_history, threshold=0)."
    if not isinstance(session, Session):
        return (
            f"session is {in_words(session)}: give watch_decay a session of the lab, as in reading_session(rounds=5)."
        )
    if type(rounds) is not int or rounds < 0:
        return f"rounds is {rounds!r}: use a whole number, 0 or more."
    if helper not in SUMMARIZERS:
        return f"helper is {helper!r}: the helper models are {', '.join(SUMMARIZERS)}."
    count = len(facts_of(session, rounds))
    return (
        None if count <= MOST_FACTS else f"{count} facts are said: at most {MOST_FACTS} are drawn. Play fewer rounds."
    )
