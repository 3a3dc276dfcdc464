"""Frames: how judge and child talk, one JSON text at a time, each behind its length."""

import json
import os
import struct
from collections.abc import Callable
from typing import Any

HEADER = struct.Struct(">I")
MAX_FRAME = 48 * 1024 * 1024  # bytes


def packed(thing: Any) -> bytes:
    """Return the frame that carries a thing, in ASCII, so that a lone surrogate survives too."""
    text = json.dumps(thing, ensure_ascii=True, allow_nan=False).encode("ascii")
    return HEADER.pack(len(text)) + text


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
