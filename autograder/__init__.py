"""Learn context engineering for LLM agents: what a notebook of the course may ask for, handed out at first use."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.notebook.checking import check
    from autograder.notebook.hinting import hint
    from autograder.notebook.progress import progress
    from autograder.notebook.solving import solution
    from autograder.widgets.watching import watch

__all__ = ["check", "hint", "progress", "solution", "watch"]

_HOME = {
    "check": "autograder.notebook.checking",
    "hint": "autograder.notebook.hinting",
    "progress": "autograder.notebook.progress",
    "solution": "autograder.notebook.solving",
    "watch": "autograder.widgets.watching",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
