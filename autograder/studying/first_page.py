"""The first page of a learner's folder: what there is to learn, and where they are."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import nbformat

from autograder.feedback.progress import progress_markdown
from autograder.notebook.progress import progress_of
from autograder.notebook.records import Records

FIRST_PAGE = "start.ipynb"

_TOP = """\
# Context engineering for LLM agents

Keep an agent running long, steady and cheap inside a finite window.

Each chapter is a notebook: read a little, predict, write a function or two, and `check` says which rules they keep.
Everything runs on this machine: no account, no key, no bill.
"""

_WHERE = """\
The table says how far you were when `autograder study` started.
To see where you are now, click into the next cell and press Shift+Enter.
"""

_HOW = """\
## How it works

- **Shift+Enter** runs a cell and goes on to the next one. Run a notebook from top to bottom.
- A function that you write begins as a stub: replace its `raise NotImplementedError`.
- `check(your_function)` judges it, and shows the smallest example it fails on.
- `hint(your_function)` gives a small push, and another one after your next attempt.
- `solution(your_function)` shows a right version beside yours. It is more use after yours works.
- These files are yours. `autograder study` opens them again, adds what is new, and never overwrites what you wrote.
- `autograder study --fresh ch03` starts chapter 3 over, and keeps your file beside the fresh one.
"""


def first_page(folder: Path, chapters: Collection[str]) -> bytes:
    """Return the page as a notebook: the chapters with their minutes and progress, each opened by a click.

    Args:
        folder: the learner's, where progress is recorded.
        chapters: those that lie in it.
    """
    progress = progress_of(*Records(folder).read())
    there = replace(progress, chapters=tuple(each for each in progress.chapters if each.name in chapters))
    table = progress_markdown(there, lambda chapter: f"{chapter}/{chapter}.ipynb")
    cells = [
        nbformat.v4.new_markdown_cell(f"{_TOP}\n{table}", id="chapters"),
        nbformat.v4.new_markdown_cell(_WHERE.rstrip(), id="where"),
        nbformat.v4.new_code_cell("from autograder import progress\n\nprogress()", id="progress"),
        nbformat.v4.new_markdown_cell(_HOW.rstrip(), id="how"),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = nbformat.v4.new_notebook(
        cells=cells, metadata={"kernelspec": kernel, "language_info": {"name": "python"}}
    )
    return f"{nbformat.writes(notebook)}\n".encode()
