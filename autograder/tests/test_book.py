"""The book as it is built: warnings are errors, every link leads somewhere, nothing comes from elsewhere."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

from autograder import __all__ as vocabulary
from autograder import lab, widgets
from autograder.lessons.catalog import chapters, lesson_folders
from autograder.tests.books import BOOK, Page, built_book, pages

QUESTIONS = 10  # at the end of a chapter
SECTIONS = (
    "The idea",
    "A worked example",
    "Growing the code",
    "Pitfalls",
    "What production systems do",
    "How textbook versions fail",
    "Look back",
    "Now write it",
    "Ten questions",
)
CHAPTERS = sorted(path.stem for path in BOOK.glob("ch[0-9][0-9]_*.md"))


@cache
def page(path: Path) -> Page:
    return Page(path)


def source(chapter: str) -> str:
    return (BOOK / f"{chapter}.md").read_text(encoding="utf-8")


def test_every_link_leads_to_a_page_and_a_place_that_are_there() -> None:
    broken = []
    for path in pages():
        for link in page(path).links:
            address, place = urldefrag(link)
            if urlsplit(address).scheme:
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            if not target.exists() or (
                place and target.suffix == ".html" and unquote(place) not in page(target).places
            ):
                broken.append(f"{path.relative_to(built_book())}: {link}")
    assert broken == []


def test_everything_a_page_loads_is_a_file_of_the_book() -> None:
    missing = []
    for path in pages():
        for address in page(path).loads:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or not (path.parent / unquote(parts.path)).exists():
                missing.append(f"{path.relative_to(built_book())}: {address}")
    assert missing == []


def test_no_style_names_an_address_elsewhere() -> None:
    elsewhere = re.compile(r"""(?:url\(|@import)\s*["']?(?:https?:)?//""")
    assert [path.name for path in built_book().rglob("*.css") if elsewhere.search(path.read_text("utf-8"))] == []


def test_no_page_names_a_folder_of_the_machine_that_built_it() -> None:
    here = str(BOOK.parent)
    assert [path.name for path in pages() if here in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("chapter", chapters())
def test_a_chapter_has_a_page_that_shows_every_function_it_teaches(chapter: str) -> None:
    text = source(chapter)
    for name in (name for name, home in lesson_folders().items() if home == chapter):
        assert f"```{{solution}} {name}\n" in text, name


@pytest.mark.parametrize("chapter", [each for each in CHAPTERS if not each.startswith("ch00")])
def test_a_chapter_has_its_parts_in_their_order(chapter: str) -> None:
    headings = re.findall(r"^## (.+)$", source(chapter), re.MULTILINE)
    found = [next((i for i, heading in enumerate(headings) if heading.startswith(each)), None) for each in SECTIONS]
    assert None not in found, dict(zip(SECTIONS, found, strict=True))
    assert found == sorted(found, key=lambda place: place or 0)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_ends_with_ten_questions_and_their_answers(chapter: str) -> None:
    asked = source(chapter).partition("\n## Ten questions\n")[2]
    numbers = [int(number) for number in re.findall(r"^:::\{dropdown\} (\d+)\. .+\?$", asked, re.MULTILINE)]
    assert numbers == list(range(1, QUESTIONS + 1))
    answers = re.findall(r"^:::\{dropdown\}.*\n((?:(?!:::).*\n)+):::$", asked, re.MULTILINE)
    assert len(answers) == QUESTIONS
    assert all(answer.strip() for answer in answers)


def test_one_sentence_stands_on_a_line() -> None:
    """So that a change to a sentence is a change to a line."""
    ends = re.compile(r"[a-z`)*][.?]\*{0,2} [A-Z]")
    for path in sorted(BOOK.rglob("*.md")):
        text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        prose = [line for line in text.splitlines() if not re.match(r"[|#:]|- |\d+\. ", line)]
        assert [line for line in prose if ends.search(line)] == [], path.name


@pytest.mark.parametrize(("page", "names"), [("lab", lab.__all__), ("notebook", [*widgets.__all__, *vocabulary])])
def test_the_reference_has_every_name(page: str, names: list[str]) -> None:
    text = (built_book() / "reference" / f"{page}.html").read_text(encoding="utf-8")
    plain = re.sub(r"<[^>]+>", "", text)
    known_otherwise = {"Message", "Call"}  # plain dicts, described with their constructors
    assert [name for name in names if name not in plain and name not in known_otherwise] == []
