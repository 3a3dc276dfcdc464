"""Code that runs while the book is built: `{run}` shows a block and what came out of it, `{value}` one number.

All blocks of a page share one namespace, as the cells of a notebook do. A block that fails stops the build.
"""

import ast
import io
from contextlib import redirect_stdout
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from embedding import add_modules, printed, shown
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

_SPACE = "book_namespace"


def namespace(env: Any) -> dict[str, Any]:
    """Return the names of the page that is read."""
    names: dict[str, Any] = env.temp_data.setdefault(_SPACE, {"__name__": f"book.{env.docname}"})
    return names


def run(code: str, names: dict[str, Any]) -> tuple[str, Any]:
    """Run a block and return what it printed and the value of its last line, `None` where that is no expression.

    Examples:
        >>> run("answer = 6 * 7; answer", {})
        ('', 42)
    """
    tree = ast.parse(code)
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr):
        tree.body.pop()
    with redirect_stdout(io.StringIO()) as said:
        exec(compile(tree, "<book>", "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<book>", "eval"), names)
    return said.getvalue(), value


class Run(SphinxDirective):
    """Show code and what comes out of it.

    Options: `hide` shows only what comes out, `quiet` nothing at all, `raises` names the exception that ends the block,
    `language` what the printed text is coloured as.
    """

    has_content = True
    option_spec: ClassVar = {
        "hide": directives.flag,
        "quiet": directives.flag,
        "raises": directives.unchanged_required,
        "language": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Run the block."""
        code = "\n".join(self.content)
        outcome = self._outcome(code)
        if "quiet" in self.options:
            return []
        block = nodes.literal_block(code, code, language="python", classes=["book-code"])
        return outcome if "hide" in self.options else [block, *outcome]

    def _outcome(self, code: str) -> list[nodes.Node]:
        expected = self.options.get("raises")
        try:
            said, value = run(code, namespace(self.env))
        except Exception as error:
            kind = type(error).__name__
            if kind != expected:
                raise self.error(f"a block of {self.env.docname} raised {kind}: {error}") from error
            return [printed(f"{kind}: {error}")]
        if expected:
            raise self.error(f"a block of {self.env.docname} was to raise {expected}, and did not")
        language = self.options.get("language", "text")
        return [*([printed(said.rstrip("\n"), language)] if said else []), *shown(value)]


class Value(SphinxRole):
    """Write the value of an expression; whole numbers with commas."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Evaluate it."""
        try:
            value = eval(self.text, namespace(self.env))
        except Exception as error:
            problem = self.inliner.reporter.error(f"{self.text!r} raised {type(error).__name__}: {error}")
            return [nodes.problematic(self.rawtext, self.rawtext)], [problem]
        return [nodes.Text(f"{value:,}" if type(value) is int else str(value))], []


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("run", Run)
    app.add_role("value", Value())
    app.connect("html-page-context", add_modules)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
