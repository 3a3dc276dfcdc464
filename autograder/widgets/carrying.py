"""What a page without a kernel carries, so that its knobs work: the picture at some places of each knob.

They travel as changes of the picture, since most of it stays the same. A change is

| form | says |
| --- | --- |
| `[value]` | this value stands there instead |
| `{key: change}` | of a dict: these keys change |
| `{"length": n, "3": change}` | of a list: this entry changes; `length` where it has another one |

`turns` of a picture holds, by knob, pairs of a place and the change; the knob's own first place is among them, with no
change. One knob is turned at a time, all others standing where they stood: a mixture would need a picture for each.
A window of twenty rounds grows from 20 to about 60 KB by it; a session of many messages carries nothing.
"""

from collections.abc import Callable
from typing import Any

from autograder.widgets.knobs import places

MOST = 200  # messages; each place of each knob is a session played again, when the page is made
HUNG = "did not come back"  # within its time; such a function is not asked again and again
Picture = dict[str, Any]


def carried(picture: Picture, remake: Callable[[dict[str, Any]], Picture]) -> Picture:
    """Return a picture with what it becomes at some places of each of its knobs; itself where that would take long.

    Args:
        picture: plain data.
        remake: makes another picture from a wish.
    """
    if _hangs(picture) or len(picture.get("messages", ())) > MOST:
        return picture
    return {**picture, "turns": {knob["key"]: _turns(picture, knob, remake) for knob in picture["knobs"]}}


def _turns(picture: Picture, knob: dict[str, Any], remake: Callable[[dict[str, Any]], Picture]) -> list[list[Any]]:
    found: list[list[Any]] = []
    hung = False
    for place in places(knob):
        if place == knob["value"]:
            found.append([place, {}])
        elif not hung:
            after = {**remake({knob["key"]: place}), "knobs": picture["knobs"]}
            found.append([place, change(picture, after)])
            hung = _hangs(after)
    return found


def _hangs(picture: Picture) -> bool:
    return any(HUNG in lane["frames"][-1]["error"] for lane in picture["lanes"])


def change(before: Any, after: Any) -> Any:
    """Return what has to change of plain data.

    Examples:
        >>> change({"a": [1, 2], "b": "x"}, {"a": [1, 3, 4], "b": "x"})
        {'a': {'1': [3], '2': [4], 'length': 3}}
        >>> change(1, None)
        [None]
    """
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return {key: change(before[key], each) for key, each in after.items() if each != before[key]}
    if isinstance(before, list) and isinstance(after, list):
        shared = min(len(before), len(after))
        found = {str(i): change(before[i], after[i]) for i in range(shared) if before[i] != after[i]}
        found |= {str(i): [after[i]] for i in range(shared, len(after))}
        return found if len(before) == len(after) else {**found, "length": len(after)}
    return [after]
