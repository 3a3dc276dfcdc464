"""Right answers with one part made odd: what rules must be able to judge, whatever it is."""

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from autograder.execution.calls import decode_calls, input_messages
from autograder.execution.outcomes import Asked, Outcome
from autograder.execution.values import Decoder

ODD: tuple[Any, ...] = (None, 7, "", "other", [], {}, [None], [{"type": "text"}], {"$": "tuple", "items": []})
MOST = 60  # changes tried on one answer


def odd_outcomes(right: Outcome, steps: dict[str, Any]) -> Iterator[Outcome]:
    """Yield outcomes in which one part of a right answer, or one argument of a callback, is another thing.

    Args:
        right: what a right version did.
        steps: the case, as `Case.to_json` writes it.
    """
    answer = Decoder(input_messages(decode_calls(steps))).decode(right.values[-1])
    for path in list(paths(answer))[:MOST]:
        for odd in ODD:
            changed = replaced(answer, path, odd)
            yield replace(right, values=(*right.values[:-1], changed))
    for number, asked in enumerate(right.asked):
        for odd in ODD:
            other = (
                Asked(asked.name, (odd,), {}),
                Asked(asked.name, (odd, odd), {}),
                Asked(asked.name, (), {"id": odd}),
            )
            for each in other:
                yield replace(right, asked=(*right.asked[:number], each, *right.asked[number + 1 :]))


def paths(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every part of an answer, the whole of it last."""
    inside = thing.items() if type(thing) is dict else enumerate(thing) if isinstance(thing, list) else ()
    for key, each in inside:
        yield from paths(each, (*path, key))
    if path:
        yield path


def replaced(thing: Any, path: tuple[Any, ...], odd: Any) -> Any:
    """Return a copy with the part at a path replaced."""
    changed = copy.deepcopy(thing)
    inside = changed
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = odd
    return changed
