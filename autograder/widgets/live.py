"""The live picture: its state, the module that draws it, and the answers to what a reader wishes for."""

import asyncio
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import anywidget
import traitlets

from autograder.widgets.view import module, style


class LivePicture(anywidget.AnyWidget):
    """The widget.

    Attributes:
        picture: plain data; the picture's own Python module describes it.
        round: the number of the frame that is shown, from 0; follows the slider both ways.
        live: whether wishes are answered.
        asked: what the reader wishes for, with a `serial` number that grows.
        answered: the serial number of the last wish that was answered.
        said: why the last wish was not granted; empty where it was.
    """

    picture = traitlets.Dict().tag(sync=True)
    round = traitlets.Int(0).tag(sync=True)
    live = traitlets.Bool(False).tag(sync=True)
    asked = traitlets.Dict().tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)
    said = traitlets.Unicode("").tag(sync=True)

    def __init__(self, remake: Callable[[dict[str, Any]], dict[str, Any]] | None, **state: Any) -> None:
        """Show a picture.

        Args:
            remake: makes another picture from a wish; raises `ValueError`, with a sentence, where it cannot.
            state: of the attributes above.
        """
        super().__init__(live=remake is not None, **state)
        self._remake = remake
        self._loop = running_loop()
        self.observe(self._hear, "asked")

    def _hear(self, change: dict[str, Any]) -> None:
        """Answer in the main thread: elsewhere nothing can stop a function that does not come back.

        JupyterLab sends wishes over a subshell, which is a thread of its own.
        """
        if self._loop is None or threading.current_thread() is threading.main_thread():
            self._answer(dict(change["new"]))
        else:
            self._loop.call_soon_threadsafe(self._answer, dict(change["new"]))

    def _answer(self, wish: dict[str, Any]) -> None:
        if self._remake is None:
            return
        serial = wish.pop("serial", self.answered + 1)
        try:
            made, said = self._remake(wish), ""
        except ValueError as problem:
            made, said = self.picture, str(problem)
        with self.hold_sync():  # the page sees picture and answer together
            self.picture, self.said, self.answered = made, said, serial


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that runs in this thread; `None` outside of a kernel."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


@cache
def live(name: str) -> type[LivePicture]:
    """Return the widget class of a picture; a class of its own, as a page keeps one style for each class."""
    return type(f"Live{name.capitalize()}", (LivePicture,), {"_esm": module(name), "_css": style(name)})
