"""Pages for people: one a student with reports and code, one for the class; nothing in them loads from elsewhere."""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import jinja2
from markupsafe import Markup

from autograder.feedback.html import style_html
from autograder.grading.graded import Graded
from autograder.grading.misunderstood import Misunderstood
from autograder.lessons.catalog import chapter_title

CLASS_PAGE = "class.html"


def student_page(graded: Graded) -> str:
    """Return a student's page: points, each lesson's report, and the code it speaks of."""
    title = chapter_title(graded.chapter) if graded.chapter else graded.file
    return _template("student.html.j2").render(graded=graded, title=title, style=Markup(style_html()))


def class_page(found: Iterable[Misunderstood], students: int, unwritten: dict[str, list[str]], looks: list[str]) -> str:
    """Return the page on what the class misunderstood, most often first, each with an example.

    Args:
        found: the rules that were broken.
        students: how many submissions were judged.
        unwritten: for each function, who has not written it.
        looks: what a person should look at, a sentence each.
    """
    return _template("class.html.j2").render(
        found=list(found), students=students, unwritten=unwritten, looks=looks, style=Markup(style_html())
    )


def page_path(folder: Path, graded: Graded) -> Path:
    """Return where a student's page stands in a folder of pages, in nbgrader's layout; a name cannot leave it."""
    name = safe_part(graded.chapter or graded.file)
    return folder / safe_part(graded.student) / name / f"{name}.html"


def write_student_page(folder: Path, graded: Graded) -> Path:
    """Write a student's page into a folder of pages, and return where it stands."""
    path = page_path(folder, graded)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(student_page(graded), "utf-8", "backslashreplace")
    return path


def safe_part(name: str) -> str:
    """Return a name as one part of a path; one that had to change carries a few letters of its hash."""
    plain = re.sub(r'[\x00-\x1f/\\:*?"<>|]', "_", name).strip(". ")[:80] or "_"
    plain = plain.encode("utf-8", "replace").decode()
    return (
        plain if plain == name else f"{plain}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    )


@cache
def _template(name: str) -> jinja2.Template:
    loader = jinja2.PackageLoader("autograder.grading", "templates")
    environment = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    environment.filters["html"] = Markup
    return environment.get_template(name)
