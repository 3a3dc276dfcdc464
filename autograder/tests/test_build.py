"""What `autograder build` makes: the same bytes every time, and what is committed."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from autograder.authoring.build import (
    STANDARD,
    differences,
    generated_code,
    generated_exercises,
    run_with,
    strays,
    write,
)
from autograder.authoring.source import ROOT
from autograder.authoring.standard import answer_files, standard_lines
from autograder.cli import main
from autograder.lessons.catalog import lesson_named
from autograder.lessons.oracle import right_function
from autograder.tests.verdicts import LESSONS


def everything() -> dict[str, str]:
    """Return all a build makes but the standard runs, which are made one by one below."""
    return generated_code() | generated_exercises()


def test_exercises_given_code_and_right_versions_are_as_a_fresh_build_makes_them() -> None:
    assert list(differences(everything())) == []


@pytest.mark.parametrize("name", LESSONS)
def test_a_standard_run_is_as_a_fresh_build_makes_it(name: str) -> None:
    """Each run of the tests has another hash seed, so this shows too that builds do not differ."""
    assert (ROOT / STANDARD / f"{name}.jsonl").read_text(encoding="utf-8") == standard_lines(lesson_named(name))


def test_no_generated_folder_holds_what_no_lesson_makes() -> None:
    assert list(strays({*everything(), *(f"{STANDARD}/{name}.jsonl" for name in LESSONS)})) == []


def test_a_build_with_another_hash_seed_is_the_same_bytes() -> None:
    program = (
        "import hashlib, json; from autograder.tests.test_build import everything;"
        "print(hashlib.sha256(json.dumps(everything()).encode()).hexdigest())"
    )
    seeded = os.environ | {"PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    other = subprocess.run([sys.executable, "-c", program], env=seeded, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == hashlib.sha256(json.dumps(everything()).encode()).hexdigest()


def test_a_build_runs_the_right_versions_it_makes_not_those_on_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    name = right_function("trim_history").__module__
    monkeypatch.setitem(sys.modules, name, sys.modules[name])  # so that the real one is back for later tests
    try:
        run_with({f"{name.replace('.', '/')}.py": "def trim_history(messages):\n    return 'fresh'\n"})
        assert right_function("trim_history")([]) == "fresh"
    finally:
        right_function.cache_clear()


def test_strays_are_what_is_not_generated_and_no_tools_leavings(tmp_path: Path) -> None:
    names = [
        "exercises/ch03_trim/ch03_trim.ipynb",
        "exercises/ch03_trim/notes.txt",
        "exercises/ch03_trim/.ipynb_checkpoints/ch03_trim-checkpoint.ipynb",
        "exercises/ch99_old/ch99_old.ipynb",
        "autograder/lessons/right/__init__.py",
        "autograder/lessons/right/__pycache__/renamed.pyc",
        "autograder/lessons/right/renamed.py",
    ]
    write(dict.fromkeys(names, ""), tmp_path)
    assert list(strays(names[:1], tmp_path)) == [
        "autograder/lessons/right/renamed.py",
        "exercises/ch03_trim/notes.txt",
        "exercises/ch99_old/ch99_old.ipynb",
    ]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the checkout; of chapter 3's wrong answers the first of each lesson, so that a build is quick."""
    tests = ROOT / "autograder" / "tests"
    shutil.copytree(ROOT / "autograder", tmp_path / "autograder", ignore=shutil.ignore_patterns("tests", "__pycache__"))
    shutil.copytree(ROOT / "solutions", tmp_path / "solutions")
    shutil.copytree(ROOT / "exercises", tmp_path / "exercises")
    for lesson in ("trim_history", "find_safe_tail_start", "repair_pairs"):
        for path in answer_files(lesson, "wrong")[:1]:
            copy = tmp_path / "autograder" / "tests" / path.relative_to(tests)
            copy.parent.mkdir(parents=True)
            shutil.copy(path, copy)
    return tmp_path


def build(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = f"import sys; sys.path.insert(0, {str(checkout)!r}); from autograder.cli import main; main(sys.argv[1:])"
    return subprocess.run(
        [sys.executable, "-P", "-c", program, "build", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=checkout,
    )


def test_build_check_says_what_differs_changes_nothing_and_exits_1(checkout: Path) -> None:
    assert build(checkout, "ch03").returncode == 0
    clean = build(checkout, "ch03", "--check")
    assert (clean.returncode, clean.stdout) == (0, f"{len(of_chapter(checkout))} files are as a build makes them.\n")
    notebook = checkout / "exercises" / "ch03_trim" / "ch03_trim.ipynb"
    notebook.write_text("mine")
    (notebook.parent / "given_ch03.py").unlink()
    differing = build(checkout, "ch03", "--check")
    assert differing.returncode == 1
    assert differing.stdout.splitlines() == [
        "differs: exercises/ch03_trim/ch03_trim.ipynb",
        "missing: exercises/ch03_trim/given_ch03.py",
    ]
    assert notebook.read_text() == "mine"


def of_chapter(checkout: Path) -> list[str]:
    names = [path.stem for path in (checkout / "autograder" / "lessons" / "ch03_trim").glob("*.py")]
    taught = [name for name in names if name in LESSONS]
    return ["notebook", "given", *taught, *taught]


def test_a_build_mends_what_was_changed_by_hand_and_follows_its_source(checkout: Path) -> None:
    right = checkout / "autograder" / "lessons" / "right" / "trim_history.py"
    before = right.read_bytes()
    right.write_text("def trim_history(): pass\n")
    assert "wrote autograder/lessons/right/trim_history.py" in build(checkout, "ch03").stdout.splitlines()
    assert right.read_bytes() == before
    source = checkout / "solutions" / "ch03_trim.py"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("Forget the middle of a history", "Leave out the middle of a history"), "utf-8")
    wrote = build(checkout, "ch03").stdout.splitlines()
    assert wrote[:-1] == [
        "wrote autograder/lessons/right/trim_history.py",
        "wrote exercises/ch03_trim/ch03_trim.ipynb",
    ]


def test_build_names_the_chapters_when_it_knows_no_such_one() -> None:
    unknown = CliRunner().invoke(main, ["build", "ch77"])
    assert unknown.exit_code == 1
    assert unknown.output.startswith("Error: 'ch77' is no chapter. Chapters: ch")
