"""`solution`: one right version, folded, to read beside one's own."""

from typing import Any

from autograder.feedback.hints import Hint
from autograder.feedback.html import rendered, style_html
from autograder.lessons.oracle import right_source
from autograder.notebook.functions import Misuse, lesson_for
from autograder.notebook.showing import show


def solution(fn: Any) -> None:
    """Show one right version of a function; it is more use after your own works.

    Args:
        fn: your function, or its name.
    """
    try:
        name = lesson_for(fn, "solution")
    except Misuse as misuse:
        said = Hint(f"solution {misuse}", "", misuse.way_out)
        show(said.text(), said.page)
        return
    source = right_source(name)
    text = f"One right version of {name}; there are others.\n\n{source}"
    show(text, lambda: style_html() + rendered("solution.html.j2", lesson=name, source=source))
