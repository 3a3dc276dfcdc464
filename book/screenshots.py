"""Makes the pictures of the instructors' page again: a real course, the real formgrader, in Chromium.

Run it as `python book/screenshots.py`; it writes `book/pictures/*.png`.
It needs what the tests need: the extra `test`, and Chromium.
"""

import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import Page

from autograder.authoring.exercises import as_text
from autograder.tests.browsers import chromium_page
from autograder.tests.changed_notebooks import CHANGES, FULL, MOST, with_solution
from autograder.tests.courses import CHAPTER, RealCourse
from autograder.tests.livelab import jupyterlab
from autograder.tests.verdicts import answer_path, verdict_of

PICTURES = Path(__file__).parent / "pictures"
LOOKS_BACK_ONE = ("trim_history", "wrong", "leaves_no_orphan__looks_back_one")
CLASS = {"Ada": "all_right", "Ben": "cuts_by_count", "Cho": "one_answer_deleted", "Dee": "nothing_written"}
HANDED_IN = "2026-11-20 10:00:00 UTC"
WIDTH, HEIGHT = 1180, 620  # pixels


def made_course(base: Path) -> RealCourse:
    """Return a course with six students, released and graded, with the commands of the instructors' page."""
    course = RealCourse(base / "course", base / "home")
    course.make()
    (base / "exchange").mkdir(mode=0o777)
    (base / "exchange").chmod(0o777)
    course.configure([f"c.Exchange.root = {str(base / 'exchange')!r}", "c.CourseDirectory.course_id = 'context101'"])
    course.run("nbgrader", "release_assignment", CHAPTER)
    for name, content in handed_in().items():
        course.run("nbgrader", "db", "student", "add", name.lower(), f"--first-name={name}", "--last-name=Student")
        course.hand_in(name.lower(), content, stamp=HANDED_IN)
    course.run("autograder", "grade", "--course", ".")
    return course


def handed_in() -> dict[str, bytes]:
    """Return each student's notebook; the last two made the same mistake."""
    files = {name: CHANGES[change]().content for name, change in CLASS.items()}
    mistaken = with_solution("trim-history", answer_path(*LOOKS_BACK_ONE).read_text(encoding="utf-8"))
    return files | dict.fromkeys(("Eve", "Fay"), as_text(nbformat.from_dict(mistaken)).encode())


def taken(page: Page, name: str, address: str, until: str, height: int = HEIGHT) -> None:
    """Open an address, wait until an element is there, and take a picture."""
    page.set_viewport_size({"width": WIDTH, "height": height})
    page.goto(address)
    page.wait_for_selector(until, timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


def main() -> None:
    """Take every picture."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder).resolve()
        course = made_course(base)
        feedback = course.root / "feedback"
        lab_home = base / "lab_home"
        lab_home.mkdir()
        with jupyterlab(course.root, lab_home) as address, chromium_page(WIDTH, HEIGHT) as page:
            formgrader = f"{address}formgrader"
            taken(page, "assignments", f"{formgrader}/manage_assignments", f"text={CHAPTER}", 780)
            taken(page, "submissions", f"{formgrader}/manage_submissions/{CHAPTER}", "text=Ada", 720)
            taken(page, "gradebook", f"{formgrader}/gradebook/{CHAPTER}/{CHAPTER}", "text=Submission")
            points = MOST - FULL["trim_history"] + verdict_of(*LOOKS_BACK_ONE).score
            page.click(f"tr:has-text('{points} / {MOST}') a >> nth=0")
            report = page.locator(".ag-report.ag-broken")
            report.wait_for()
            page.wait_for_timeout(1000)  # formgrader moves the page to a box of its own
            report.evaluate("each => { each.scrollIntoView(); window.scrollBy(0, -130); }")
            page.screenshot(path=PICTURES / "formgrade.png")
            taken(page, "class", (feedback / "class.html").as_uri(), "body")
            taken(page, "student", (feedback / "eve" / CHAPTER / f"{CHAPTER}.html").as_uri(), "body", 930)


if __name__ == "__main__":
    main()
