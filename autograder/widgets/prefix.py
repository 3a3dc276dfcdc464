"""`watch_prefix`: each request against the last one, what a cache can read of it, and the bill, by your own prompts."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from html import escape
from typing import Any

from autograder.execution.values import in_words
from autograder.lab.models import MODELS
from autograder.lab.sessions import Session
from autograder.widgets.growing import grown
from autograder.widgets.knobs import choice_knob, growth_knob, number_knob, turned
from autograder.widgets.prefix_rounds import Lane, Measured, prefix_picture
from autograder.widgets.trying import name_of
from autograder.widgets.view import View, Wish

MODEL = "gpt-6-sol"
LONGEST_PAUSE, PAUSE_STEP = 3_600, 20  # seconds
FEW_PAUSES = [120, 320, 1_820]  # seconds; caches of the table of models keep a prompt for 300 and for 1,800


class Prefix(View):
    """A picture of requests, each against the one before."""

    name = "prefix"

    @property
    def last(self) -> int:
        """The number of the last round that can be shown."""
        return max(len(lane["frames"]) for lane in self.picture["lanes"]) - 1

    def words(self) -> str:
        """Return a line for each lane, and where its last two requests part."""
        lines = [self.picture["title"]]
        for lane in self.picture["lanes"]:
            lines.append(f"{lane['name']}: {_ending(lane)}")
            around = lane["frames"][-1]["around"]
            if around is not None:
                lines += [f"  {name}  {'│'.join(sides)}" for name, sides in zip(("last", "this"), around, strict=True)]
        return "\n".join(lines)

    def table(self) -> str:
        """Return what each request cost in each lane, as a table."""
        lanes = self.picture["lanes"]
        head = "".join(f"<th>{escape(lane['name'])}: {escape(_ending(lane))}</th>" for lane in lanes)
        rows = (
            f"<tr><th>round {number}</th>{''.join(f'<td>{escape(_paid(lane, number))}</td>' for lane in lanes)}</tr>"
            for number in range(self.last + 1)
        )
        return f"<table><tr><td></td>{head}</tr>{''.join(rows)}</table>"


def _ending(lane: dict[str, Any]) -> str:
    frames = lane["frames"]
    last = frames[-1]
    read, sent = (sum(frame[key] for frame in frames) for key in ("read", "tokens"))
    said = f"{read:,} of {sent:,} prompt tokens from the cache, ${last['cost']:.4f}"
    problem = f"{last['who']} {last['error'].splitlines()[0]}" if last["error"] else last["answer"]
    return said if last["accepted"] and not last["error"] else f"{said}; round {len(frames) - 1}: {problem}"


def _paid(lane: dict[str, Any], number: int) -> str:
    if number >= len(lane["frames"]):
        return ""
    frame = lane["frames"][number]
    return f"{frame['read']:,} of {frame['tokens']:,} from the cache, ${sum(frame['bill']):.4f}"


def watch_prefix(
    *prompts: Callable[[datetime], Any],
    once: Callable[..., Any] | None = None,
    measure: Callable[..., Any] | None = None,
    session: Session | None = None,
    rounds: int | None = None,
    model: str = MODEL,
) -> Prefix | None:
    """Play a session with system prompts of your own, and show what a cache can read again of each request.

    Args:
        prompts: your functions, each in a lane of its own: it gets the time of a request, and returns the system
            prompt.
        once: your `SessionPrompt`: each function gets a second lane, where an object of it keeps the prompt.
        measure: your `shared_prefix`: its number is shown beside what the provider's cache read.
        session: what is played; the reading session where it is left out.
        rounds: how many rounds of it; all where it is left out.
        model: whose prices, and whose cache.

    Returns:
        The picture; a notebook shows it. `None`, with a sentence, where something cannot be used.

    Examples:
        >>> watch_prefix(lambda now: f"It is {now:%H:%M:%S}.", rounds=1)
        reading session, 1 rounds
        this function: 0 of 121 prompt tokens from the cache, $0.0005
          last  system:It is 09:00:│00.⏎user:Read every fi…
          this  system:It is 09:00:│20.⏎user:Read every fi…
    """
    if session is None:
        from autograder.lab.reading import reading_session

        session = reading_session(form="live")
    problem = _problem(prompts, once, measure, session, rounds, model)
    if problem is not None:
        print(problem)
        return None
    chosen, count = session, len(session.rounds) if rounds is None else min(rounds, len(session.rounds))
    pause = chosen.rounds[0].seconds if chosen.rounds else PAUSE_STEP
    knobs = [
        choice_knob("model", "model", model, tuple(MODELS)),
        number_knob("pause", "time between requests", pause, 0, LONGEST_PAUSE, PAUSE_STEP, "s") | {"few": FEW_PAUSES},
        growth_knob(),
    ]
    measured = Measured(measure)
    kept = [] if once is None else [once]
    lanes = [lane for build in prompts for lane in (_lane(build), *(_lane(build, each) for each in kept))]

    def remake(wish: Wish) -> dict[str, Any]:
        now = turned(knobs, wish)
        values = {knob["key"]: knob["value"] for knob in now}
        played = grown(chosen, values["growth"])
        if "pause" in wish:
            played = replace(played, rounds=tuple(replace(each, seconds=values["pause"]) for each in played.rounds))
        return prefix_picture(played, lanes, measured, count, MODELS[values["model"]]) | {"knobs": now}

    return Prefix(remake({}), remake)


def _lane(build: Callable[..., Any], once: Callable[..., Any] | None = None) -> Lane:
    return Lane(name_of(build) if once is None else f"{name_of(build)}, kept by {name_of(once)}", build, once)


def _problem(prompts: Any, once: Any, measure: Any, session: Any, rounds: Any, model: Any) -> str | None:
    if not prompts:
        return "watch_prefix got no function: give it one that returns a system prompt, as in watch_prefix(build)."
    given = [*prompts, *(each for each in (once, measure) if each is not None)]
    wrong = next((each for each in given if not callable(each)), None)
    if wrong is not None:
        return f"watch_prefix got {in_words(wrong)}: give it functions, as in watch_prefix(build, once=SessionPrompt)."
    if not isinstance(session, Session):
        return (
            f"session is {in_words(session)}: give watch_prefix a session of the lab, as in reading_session(rounds=5)."
        )
    if rounds is not None and (type(rounds) is not int or rounds < 0):
        return f"rounds is {rounds!r}: use a whole number, 0 or more, or leave it out."
    if model not in MODELS:
        return f"model is {model!r}: the models are {', '.join(MODELS)}."
    return None
