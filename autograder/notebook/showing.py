"""Showing something: as HTML with a text twin where IPython is at work, as text anywhere else."""

import sys
from collections.abc import Callable


def show(text: str, html: Callable[[], str]) -> None:
    """Show one thing now.

    Args:
        text: for a terminal.
        html: makes the twin; called only where somebody can see it.
    """
    ipython = sys.modules.get("IPython")  # who runs in it has loaded it
    if ipython is None or ipython.get_ipython() is None:
        print(text, end="" if text.endswith("\n") else "\n")
        return
    ipython.display.display({"text/plain": text.rstrip("\n"), "text/html": html()}, raw=True)
