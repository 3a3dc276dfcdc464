"""`solution`: one right version, folded, to read beside one's own."""

import ast
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
    source = without_docstring(right_source(name), name)
    text = f"One right version of {name}; there are others.\n\n{source}"
    show(text, lambda: style_html() + rendered("solution.html.j2", lesson=name, source=source))


def without_docstring(source: str, name: str) -> str:
    r"""Return source without the docstring of one function or class: that is the stub's, and stands there already.

    Examples:
        >>> print(without_docstring("def double(number):\n    'Double it.'\n    return 2 * number", "double"))
        def double(number):
            return 2 * number
    """
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name and ast.get_docstring(node):
            del lines[node.body[0].lineno - 1 : node.body[0].end_lineno]
            break
    return "\n".join(lines)
