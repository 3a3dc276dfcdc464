"""The requests of a session that goes through a pipeline, as plain data: what each step did, seen from outside."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from autograder.lab.messages import Message, is_tool_result, text_of
from autograder.lab.sessions import Session
from autograder.lab.tokens import count_messages
from autograder.widgets.cast import Cast
from autograder.widgets.policies import Stopped, applied

Round = dict[str, Any]
"""One request as plain data: `round`; `given` and `sent`, each messages and tokens; `cut` results; `dropped` messages;
`asked`, what came of the paid step (`no`, `summary`, `in vain`, `failed`), and `handed`, how many messages it got;
`request`, whether the active request is there (`None` where there never was one); `stopped`, why it ended here."""

NOT_REQUESTS = ("[Compacted]", "[Task state]")


class _Recorder:
    """Hands a summariser's calls on, and remembers what came of them."""

    def __init__(self, summarize: Callable[[Any], Any]) -> None:
        self._summarize = summarize
        self.handed: list[list[Message]] = []
        self.failed = False

    def __call__(self, middle: Any) -> Any:
        self.handed.append(list(middle))
        self.failed = True
        summary = self._summarize(middle)
        self.failed = False
        return summary


def played(
    function: Callable[..., Any], session: Session, summarize: Callable[[Any], Any], numbers: dict[str, int]
) -> Iterator[Round]:
    """Yield each request of a session; the last one where the function failed."""
    cast = Cast(session.history())
    sent: list[int] = []
    said = 0
    for number, length in enumerate([len(session.opening), *(1 + len(each.then) for each in session.rounds)]):
        working = [*sent, *range(said, said + length)]
        said += length
        recorder = _Recorder(summarize)
        try:
            sent, _ = applied(partial(function, summarize=recorder, **numbers), working, cast)
        except Stopped as stop:
            yield _round(number, cast, said, working, working, recorder) | {"stopped": str(stop).splitlines()[0]}
            return
        yield _round(number, cast, said, working, sent, recorder)


def _round(number: int, cast: Cast, said: int, working: list[int], sent: list[int], recorder: _Recorder) -> Round:
    given, new = set(working), [each for each in sent if each not in working]
    filled = {cast.places[each] for each in sent} - {None}
    written = [each for each in new if cast.places[each] is None]
    asked = "failed" if recorder.failed else "summary" if written else "in vain" if recorder.handed else "no"
    gone = sum(each not in sent and cast.places[each] not in filled for each in given)
    handed = [message for middle in recorder.handed for message in middle]
    kept = [cast.messages[each] for each in sent]
    summed_up = len(handed) - sum(message in kept for message in handed) if asked == "summary" else 0
    return {
        "round": number,
        "given": _size(cast, working),
        "sent": _size(cast, sent),
        "cut": sum(is_tool_result(cast.messages[each]) and cast.places[each] is not None for each in new),
        "dropped": max(0, gone - summed_up),
        "asked": asked,
        "handed": len(handed),
        "request": _keeps_request(cast.messages[:said], kept),
        "stopped": "",
    }


def _size(cast: Cast, numbers: list[int]) -> list[int]:
    return [len(numbers), count_messages([cast.messages[each] for each in numbers])]


def _keeps_request(said: list[Message], sent: list[Message]) -> bool | None:
    newest = [next((each for each in reversed(messages) if _is_request(each)), None) for messages in (said, sent)]
    return None if newest[0] is None else newest[0] == newest[1]


def _is_request(message: Message) -> bool:
    return message.get("role") == "user" and not text_of(message).startswith(NOT_REQUESTS)


def sentence(each: Round) -> str:
    """Say in a sentence which way a request went.

    Examples:
        >>> sentence({"given": [14, 900], "sent": [12, 700], "cut": 1, "dropped": 2, "asked": "no", "handed": 0,
        ...           "request": True, "stopped": ""})
        '14 messages, 900 tokens; 1 result cut, 2 dropped; 12 messages, 700 tokens sent'
    """
    given = "{} messages, {:,} tokens".format(*each["given"])
    if each["stopped"]:
        return f"{given}; it {each['stopped']}"
    steps = [f"{each['cut']} result{'s' * (each['cut'] > 1)} cut"] * bool(each["cut"])
    steps += [f"{each['dropped']} dropped"] * bool(each["dropped"])
    if each["asked"] != "no":
        steps.append(f"summary of {each['handed']}: {'made' if each['asked'] == 'summary' else each['asked']}")
    steps += ["the request is lost"] * (each["request"] is False)
    if not steps:
        return f"{given}; all sent"
    return f"{given}; {', '.join(steps)}; {{}} messages, {{:,}} tokens sent".format(*each["sent"])
