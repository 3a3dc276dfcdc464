"""`try_cut`: drag a cut through a history, see which cut a provider refuses and why, and where your function cuts.

| key | holds |
| --- | --- |
| `name` | of the function; empty where there is none |
| `head` | how many messages at the front stay whatever is cut |
| `profiles` | names of the providers' profiles, as the keys of `answers` |
| `messages` | each message, as `frames` describes it |
| `cuts` | one for each start of the tail, from `head` to the number of messages |

A cut has `start`, `tokens` of what is sent, and `answers`: by profile the refusal and the number of the message at
fault, `["", null]` where the request is accepted. `mine` is what the function makes of as many messages as this cut
keeps: `start`, and `problem` where it came to nothing; `null` where there is no function.
"""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from autograder.execution.values import in_words
from autograder.lab.adapters import adapt
from autograder.lab.errors import LabError
from autograder.lab.messages import Message
from autograder.lab.rules import ANTHROPIC, PROFILES, request_error
from autograder.lab.tokens import count_messages
from autograder.lab.working import LEAST_ROUNDS, working_session
from autograder.widgets.cast import Cast, not_a_history
from autograder.widgets.trying import name_of, tried
from autograder.widgets.view import View

MOST = 120  # messages; every cut is a place on the page
ROUNDS = 7  # of the working session, where no history is given


class Cutter(View):
    """A picture of a history and every cut through it."""

    name = "cutter"

    def words(self) -> str:
        """Return a line for each cut."""
        return "\n".join(_sentence(self.picture, cut) for cut in self.picture["cuts"])

    def table(self) -> str:
        """Return the same lines as a list."""
        return f"<ol>{''.join(f'<li>{escape(_sentence(self.picture, cut))}</li>' for cut in self.picture['cuts'])}</ol>"


def try_cut(
    function: Callable[..., Any] | None = None,
    history: list[Message] | None = None,
    *,
    head: int = 0,
    **arguments: Any,
) -> Cutter | None:
    """Show a history with a cut that can be dragged, and where your function would cut instead.

    Args:
        function: yours: it gets the history and how many messages should stay, and returns the start of the tail,
            the messages that stay, or a dict with them as `messages`.
        history: what is cut; a few rounds with parallel calls where it is left out.
        head: how many messages at the front stay whatever is cut; a function that takes `head` gets it.
        arguments: further arguments for your function, by name.

    Returns:
        The picture; a notebook shows it. `None`, with a sentence, where something cannot be used.
    """
    if history is None:
        history = working_session(rounds=LEAST_ROUNDS).history(ROUNDS)
    problem = _problem(function, history, head)
    if problem is not None:
        print(problem)
        return None
    mine = [None] * (len(history) - head + 1) if function is None else _starts(function, history, head, arguments)
    cuts = [_cut(history, head, head + i) | {"mine": each} for i, each in enumerate(mine)]
    name = "" if function is None else name_of(function)
    messages = Cast(history).plain()
    return Cutter({"name": name, "head": head, "profiles": list(PROFILES), "messages": messages, "cuts": cuts})


def _problem(function: Any, history: Any, head: Any) -> str | None:
    if function is not None and not callable(function):
        return f"try_cut got {in_words(function)}: give it a function, as in try_cut(find_safe_tail_start)."
    problem = not_a_history(history)
    if problem is not None:
        return f"try_cut got {problem}"
    if len(history) > MOST:
        return f"the history has {len(history):,} messages: at most {MOST} can be cut by hand. Take a part of it."
    if type(head) is not int or not 0 <= head <= len(history):
        return f"head is {head!r}: use a whole number from 0 to {len(history)}, the length of the history."
    return None


def _cut(history: Sequence[Message], head: int, start: int) -> dict[str, Any]:
    sent = [*history[:head], *history[start:]]
    answers = {profile: _answer(sent, profile, start - head, head) for profile in PROFILES}
    return {"start": start, "tokens": count_messages(sent), "answers": answers}


def _answer(sent: list[Message], profile: str, removed: int, head: int) -> tuple[str, int | None]:
    """Return what a provider says, and the message of the history it means."""
    try:
        form = adapt(sent, profile)
        error: LabError | None = request_error(form["messages"], profile)
    except LabError as problem:
        error = problem
    if error is None:
        return "", None
    index = getattr(error, "index", None)
    if profile == ANTHROPIC or index is None or index >= len(sent):  # there, results are joined into one message
        return str(error), None
    return str(error), index + removed if index >= head else index


def _starts(function: Any, history: list[Message], head: int, arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """Ask the function about every number of messages; one that does not come back is not asked again."""
    wanted = _with_head(function, head, arguments)
    found: list[dict[str, Any]] = []
    for number in range(len(history), head - 1, -1):
        if found and found[-1]["problem"].startswith("did not come back"):
            found.append(found[-1])
            continue
        answer, problem = tried(function, history, number, **wanted)
        found.append(_failed(problem) if problem else _start(answer, history))
    return found


def _with_head(function: Any, head: int, arguments: dict[str, Any]) -> dict[str, Any]:
    code = getattr(function, "__code__", None)
    takes = code is not None and "head" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return {"head": head, **arguments} if takes else arguments


def _start(answer: Any, history: list[Message]) -> dict[str, Any]:
    """Return where an answer cuts: it is a number, or the messages that stay."""
    if type(answer) is int and 0 <= answer <= len(history):
        return _began(answer)
    if type(answer) is int:
        return _failed(f"returned {answer}; the history has {len(history)} messages")
    messages = answer.get("messages") if type(answer) is dict else answer
    if type(messages) is not list:
        return _failed(f"returned {in_words(answer)}, not a number and not a list of messages")
    tail = 0
    while tail < min(len(messages), len(history)) and messages[-1 - tail] == history[-1 - tail]:
        tail += 1
    return _began(len(history) - tail)


def _began(start: int) -> dict[str, Any]:
    return {"start": start, "problem": ""}


def _failed(problem: str) -> dict[str, Any]:
    return {"start": None, "problem": problem}


def _sentence(picture: dict[str, Any], cut: dict[str, Any]) -> str:
    count = len(picture["messages"]) - cut["start"] + picture["head"]
    answer = cut["answers"][picture["profiles"][0]][0] or "accepted"
    said = f"tail from {cut['start']}: {count} messages, {cut['tokens']:,} tokens; {answer}"
    mine = cut["mine"]
    if mine is None:
        return said
    return f"{said}; {picture['name']} {mine['problem'] or 'begins it at ' + str(mine['start'])}"
