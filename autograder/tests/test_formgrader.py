"""nbgrader's formgrader, in a real browser, shows a class that this project marked."""

import pytest
from playwright.sync_api import expect

from autograder.tests.browsers import CHROMIUM, chromium_page
from autograder.tests.changed_notebooks import CHANGES, FULL, MOST
from autograder.tests.courses import CHAPTER, RealCourse
from autograder.tests.livelab import jupyterlab

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
expect.set_options(timeout=30_000)


@pytest.mark.parametrize("bridge", ["autograder grade --course .", f"nbgrader autograde {CHAPTER}"])
def test_formgrader_shows_the_class_and_a_students_page(tmp_path, bridge):
    course = RealCourse(tmp_path / "course", tmp_path / "home")
    course.make()
    for student, change in (("ada", "all_right"), ("ben", "cuts_by_count"), ("cut", "cut_off")):
        course.hand_in(student, CHANGES[change]().content, stamp="2026-11-20 10:00:00 UTC")
    course.run(*bridge.split())
    with jupyterlab(course.root, course.home) as address, chromium_page(1300, 1000) as page:
        page.goto(f"{address}formgrader/manage_submissions/{CHAPTER}")
        rows = page.locator("table tbody tr")
        expect(rows).to_have_count(3, timeout=30_000)
        expect(rows.filter(has_text="ben")).to_contain_text(f"{CHANGES['cuts_by_count']().total} / {MOST}")
        expect(rows.filter(has_text="ada")).to_contain_text(f"{MOST} / {MOST}")
        expect(page.locator("table tbody")).not_to_contain_text("needs autograding")
        page.screenshot(path=tmp_path / "class.png", full_page=True)

        with course.gradebook() as gradebook:
            submission = gradebook.find_submission_notebook(CHAPTER, CHAPTER, "ben").id
        page.goto(f"{address}formgrader/submissions/{submission}/?index=0")
        report = page.locator(".ag-report.ag-broken")
        expect(report).to_contain_text("leaves no orphan")
        score = page.locator("input.score").nth(list(FULL).index("trim_history"))
        expect(score).to_have_attribute("placeholder", "21")
        report.scroll_into_view_if_needed()
        page.screenshot(path=tmp_path / "student.png")
