"""What happened to each message before a request: what is sent of it, and what became of the rest.

| state | the message |
| --- | --- |
| `kept` | is sent as it was said |
| `new` | was written by the function |
| `cut` | is sent shorter: its text, or the arguments of its calls |
| `placeholder` | is sent with one line in place of its text |
| `persisted` | is on disk; a handle is sent |
| `back` | was out of the request, or stands alone where all around it is gone |
| `summarised` | is gone, and a summary came in the round in which it went |
| `dropped` | is gone |
"""

from collections.abc import Iterable, Sequence
from typing import Any

from autograder.lab.messages import Message, serialize, text_of
from autograder.widgets.cast import Cast, letter_of

HANDLE = "<persisted-output"
GONE = ("summarised", "dropped")
Gone = dict[int, str]


def rewriting(before: Message, after: Message) -> str:
    """Return what a function did to a message that it sends in another form.

    Examples:
        >>> said = {"role": "tool", "tool_call_id": "a", "content": "one two three"}
        >>> [rewriting(said, {**said, "content": text}) for text in ("one…", "[cleared]", '<persisted-output path="x"')]
        ['cut', 'placeholder', 'persisted']
    """
    text, now = text_of(before), text_of(after)
    if now.startswith(HANDLE):
        return "persisted"
    if len(serialize([after])) >= len(serialize([before])):
        return "new"
    if text == now or not now or text[:1] == now[:1] or text[-1:] == now[-1:]:
        return "cut"
    return "placeholder"


def after_request(cast: Cast, working: Iterable[int], sent: Sequence[int], gone: Gone) -> Gone:
    """Return what is gone after a request: message numbers, and how they went.

    Args:
        cast: all messages.
        working: numbers of the messages the function was given.
        sent: numbers of those it returned.
        gone: what was gone before.
    """
    filled = {cast.places[number] for number in sent} - {None}  # what a function wrote itself leaves no gap
    given = set(working)
    summarised = any(letter_of(cast.messages[number]) == "C" for number in sent if number not in given)
    way = "summarised" if summarised else "dropped"
    out = [number for number in {*gone, *given} if cast.places[number] is not None]
    return {number: gone.get(number, way) for number in sorted(out) if cast.places[number] not in filled}


def drawn(cast: Cast, sent: Sequence[int], gone: Gone, before: Gone) -> list[tuple[int, str]]:
    """Return what is drawn, in order, with states: what is sent, and what is gone at the places it had.

    Args:
        cast: all messages.
        sent: message numbers, in the order they are sent.
        gone: what is gone now.
        before: what was gone before this request.
    """
    missing = {cast.places[number] for number in before}
    waiting = sorted(gone, key=lambda number: cast.places[number] or 0)
    order: list[tuple[int, str]] = []
    for number in sent:
        place = cast.places[number]
        while waiting and place is not None and (cast.places[waiting[0]] or 0) < place:
            number_gone = waiting.pop(0)
            order.append((number_gone, gone[number_gone]))
        order.append((number, _state(cast, number, missing)))
    order += [(number, gone[number]) for number in waiting]
    return [(number, _alone(cast, order, i)) for i, (number, _) in enumerate(order)]


def _state(cast: Cast, number: int, missing: set[int | None]) -> str:
    place = cast.places[number]
    if place is None:
        return "new"
    if place in missing:
        return "back"
    return "kept" if place == number else rewriting(cast.messages[place], cast.messages[number])


def _alone(cast: Cast, order: list[tuple[int, str]], i: int) -> str:
    """Return a state; a request that is sent between messages that are gone was put back."""
    number, state = order[i]
    around = [order[k][1] for k in (i - 1, i + 1) if 0 <= k < len(order)]
    carried = letter_of(cast.messages[number]) == "U" and len(around) == 2 and set(around) <= set(GONE)
    return "back" if state == "kept" and carried else state


def runs(order: list[tuple[int, str]]) -> list[list[Any]]:
    """Return the same as runs of neighbours, so that a long session stays small.

    Examples:
        >>> runs([(0, "kept"), (1, "kept"), (2, "dropped"), (5, "kept")])
        [[0, 2, 'kept'], [2, 1, 'dropped'], [5, 1, 'kept']]
    """
    found: list[list[Any]] = []
    for number, state in order:
        if found and found[-1][2] == state and found[-1][0] + found[-1][1] == number:
            found[-1][1] += 1
        else:
            found.append([number, 1, state])
    return found
