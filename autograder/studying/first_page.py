"""The first page of a learner's folder: what there is to learn, and where they are."""

import nbformat

from autograder.lessons.catalog import chapter_lessons, chapter_title

FIRST_PAGE = "start.ipynb"

_TOP = """\
# Context engineering for LLM agents

Keep an agent running long, steady and cheap inside a finite window.

Each chapter is a notebook: read a little, predict, write a function or two, and `check` says which rules they keep.
Everything runs on this machine: no account, no key, no bill.

| | chapter | minutes | you write |
| ---: | --- | ---: | --- |
"""

_HOW = """\
## How it works

- **Shift+Enter** runs a cell and goes on to the next one. Run the notebooks from top to bottom.
- A function that you write begins as a stub: replace its `raise NotImplementedError`.
- `check(your_function)` judges it, on a small example where it can. `hint(your_function)` gives a small push, and \
another one after your next attempt. `solution(your_function)` shows a right version; it is more use after yours works.
- These files are yours. `autograder study` opens them again, adds what is new, and never overwrites what you wrote.
- `autograder study --fresh ch03` starts chapter 3 over, and keeps your file beside the fresh one.
"""


def first_page(chapters: list[str]) -> bytes:
    """Return the page as a notebook: the chapters, each opened by a click, and a first cell to run."""
    table = _TOP + "\n".join(map(_row, chapters))
    cells = [
        nbformat.v4.new_markdown_cell(table, id="chapters"),
        nbformat.v4.new_markdown_cell("**Where you are:** click into the next cell and press Shift+Enter.", id="where"),
        nbformat.v4.new_code_cell("from autograder import progress\n\nprogress()", id="progress"),
        nbformat.v4.new_markdown_cell(_HOW.rstrip(), id="how"),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = nbformat.v4.new_notebook(
        cells=cells, metadata={"kernelspec": kernel, "language_info": {"name": "python"}}
    )
    return f"{nbformat.writes(notebook)}\n".encode()


def _row(chapter: str) -> str:
    lessons = chapter_lessons(chapter)
    number = int(chapter[2:4])
    title = chapter_title(chapter).rstrip(".")
    minutes = sum(lesson.minutes for lesson in lessons) or ""
    written = ", ".join(f"`{lesson.name}`" for lesson in lessons)
    return f"| {number} | [{title}]({chapter}/{chapter}.ipynb) | {minutes} | {written} |"
