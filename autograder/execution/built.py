"""Arguments built in place, so that a large input need not travel; and built ahead, so that no case waits for it."""

import json
from typing import Any

from autograder.execution.values import Value

_ahead: dict[str, Any] = {}


def build_ahead(value: Value) -> None:
    """Build an argument now and keep it for the first case that wants it."""
    _ahead[_key(value)] = build_anew(value)


def build(value: Value) -> Any:
    """Return a new object for an argument that `cases.built` describes.

    What was built ahead is handed out once; who asks again gets another, so that no case sees another's changes.
    """
    ready = _ahead.pop(_key(value), None) if _ahead else None
    return build_anew(value) if ready is None else ready


def build_anew(value: Value) -> Any:
    """Return the object that a builder of the lab makes."""
    import autograder.lab

    return getattr(autograder.lab, value["by"])(**value["with"])


def _key(value: Value) -> str:
    return json.dumps([value["by"], value["with"]], sort_keys=True)
