"""Frames: how judge and child talk, one JSON text at a time, each behind its length."""

import json
import os
import struct
from collections.abc import Callable
from typing import Any

HEADER = struct.Struct(">I")


def packed(thing: Any) -> bytes:
    """Return the frame that carries a thing, in ASCII, so that a lone surrogate survives too."""
    text = json.dumps(thing, ensure_ascii=True, allow_nan=False).encode("ascii")
    return HEADER.pack(len(text)) + text


class TooDeepError(Exception):
    """A frame is nested deeper than it may be."""


def parts_of(text: bytes) -> int:
    """Return how many entries of lists and dicts a frame has at most: what parsing it will need, before it is done.

    Every entry has a comma or an opening bracket of its own; those inside texts are counted too.

    Examples:
        >>> parts_of(b'{"case": 1, "outcome": [[], {}]}')
        6
    """
    return text.count(b"[") + text.count(b"{") + text.count(b",")


def parsed(text: bytes, max_depth: int) -> Any:
    """Return what an untrusted frame carries.

    Args:
        text: the frame without its length.
        max_depth: how deep lists and dicts may be nested.

    Raises:
        TooDeepError: they are deeper.
        ValueError: it is not JSON.
    """
    try:
        thing = json.loads(text.decode("ascii"), parse_constant=_no_constant)
    except RecursionError:
        raise TooDeepError from None
    if text.count(b"[") + text.count(b"{") > max_depth and _is_deeper(thing, max_depth):
        raise TooDeepError
    return thing


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _is_deeper(thing: Any, limit: int) -> bool:
    level = [thing]
    for _ in range(limit + 1):
        inside = [each.values() if type(each) is dict else each for each in level if type(each) in (dict, list)]
        if not inside:
            return False
        level = [each for group in inside for each in group if type(each) in (dict, list)]
    return bool(level)


class Channel:
    """The child's end: frames over one plain descriptor.

    References to what it needs are taken when it is made, before any learner code runs.
    """

    def __init__(self, descriptor: int) -> None:
        """Keep the descriptor and the functions that use it."""
        self._descriptor = descriptor
        self._read: Callable[[int, int], bytes] = os.read
        self._write: Callable[[int, Any], int] = os.write
        self._loads = json.loads
        self._packed = packed

    def receive(self) -> Any:
        """Wait for the next frame and return what it carries.

        Raises:
            EOFError: the other end is gone.
        """
        (length,) = HEADER.unpack(self._exactly(HEADER.size))
        return self._loads(self._exactly(length))

    def send(self, thing: Any) -> None:
        """Send a thing as one frame."""
        view = memoryview(self._packed(thing))
        while view:
            view = view[self._write(self._descriptor, view) :]

    def _exactly(self, count: int) -> bytes:
        parts = []
        while count:
            part = self._read(self._descriptor, min(count, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            count -= len(part)
        return b"".join(parts)
