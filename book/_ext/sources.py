"""Functions shown from where they are kept, never copied: right ones from `solutions/`, wrong ones with their report.

A function that is shown is also what its name means in the blocks below it.
"""

import ast
import difflib
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from embedding import raw
from running import namespace
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from autograder.authoring.source import Source, sources
from autograder.authoring.standard import ANSWERS, load_answer
from autograder.feedback.html import report_html
from autograder.feedback.report import report_of
from autograder.lessons.catalog import lesson_folders
from autograder.lessons.oracle import right_function
from autograder.lessons.running import judge_runs
from autograder.tests.verdicts import runner

_MARKERS = ("### BEGIN SOLUTION", "### END SOLUTION")


def code_of(text: str, *, docstring: bool = False) -> str:
    '''Return code without markers, and without docstrings unless they are wanted.

    Examples:
        >>> print(code_of("""def f(x):
        ...     'Say it.'
        ...     ### BEGIN SOLUTION
        ...     return x"""))
        def f(x):
            return x
    '''
    lines: list[str | None] = list(text.splitlines())
    for node in ast.walk(ast.parse(text)):
        if docstring or not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            continue
        if ast.get_docstring(node) is not None:
            said = node.body[0]
            assert said.end_lineno is not None
            lines[said.lineno - 1 : said.end_lineno] = [None] * (said.end_lineno - said.lineno + 1)
    return "\n".join(line for line in lines if line is not None and line.strip() not in _MARKERS).strip("\n")


def source_of(lesson: str) -> Source:
    """Return the script that teaches a function."""
    return next(each for each in sources() if each.chapter == lesson_folders()[lesson])


def solution_code(lesson: str, *, docstring: bool = False) -> str:
    """Return the cell of `solutions/` that defines a function."""
    cells = source_of(lesson).notebook.cells
    text = next(each.source for each in cells if each.metadata.get("solution") == lesson)
    return code_of(text, docstring=docstring)


def answer_path(lesson: str, stem: str) -> Path:
    """Return the file of a wrong answer, else of a right one."""
    for kind in ("wrong", "right"):
        path = Path(ANSWERS / lesson / kind / f"{stem}.py")
        if path.exists():
            return path
    raise LookupError(f"{lesson} has no answer {stem!r}; they lie in {ANSWERS.name}/{lesson}")


def new_lines(before: str, after: str) -> list[int]:
    """Return which lines of `after`, counted from 1, `before` does not have.

    Examples:
        >>> new_lines("one", "one" + chr(10) + "two")
        [2]
    """
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    return [n + 1 for kind, _, _, start, end in matcher.get_opcodes() if kind != "equal" for n in range(start, end)]


class _Shown(SphinxDirective):
    """A function; `since` names the answer it grew from, and lines that are new since then are marked."""

    required_arguments = 1

    def block(self, lesson: str, code: str, function: Any, *files: Path) -> nodes.literal_block:
        """Return the code as a node, and let its name stand for it below."""
        for file in files:
            self.env.note_dependency(str(file))
        namespace(self.env)[lesson] = function
        block = nodes.literal_block(code, code, language="python", classes=["book-code"])
        if "since" in self.options:
            before = code_of(answer_path(lesson, self.options["since"]).read_text(encoding="utf-8"))
            block["highlight_args"] = {"hl_lines": new_lines(before, code)}
        return block


class Solution(_Shown):
    """Show a right version; `docstring` shows it whole."""

    option_spec: ClassVar = {"docstring": directives.flag, "since": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the code."""
        lesson = self.arguments[0]
        code = solution_code(lesson, docstring="docstring" in self.options)
        return [self.block(lesson, code, right_function(lesson), source_of(lesson).path)]


class Answer(_Shown):
    """Show an answer of the collection, by function and file name; `report` shows what `check` says of it."""

    required_arguments = 2
    option_spec: ClassVar = {"report": directives.flag, "since": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the code, and the report."""
        lesson, stem = self.arguments
        path = answer_path(lesson, stem)
        function = load_answer(path, lesson)
        shown: list[nodes.Node] = [self.block(lesson, code_of(path.read_text(encoding="utf-8")), function, path)]
        if "report" in self.options:
            report = report_of(judge_runs(lesson, runner(function)))
            shown.append(raw(f'<div class="book-output">{report_html(report)}</div>'))
        return shown


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("solution", Solution)
    app.add_directive("answer", Answer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
