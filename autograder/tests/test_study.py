"""A learner's own copy: what `autograder study` adds, what it leaves alone, and what it says."""

import ctypes
import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from autograder.cli import main
from autograder.lessons.catalog import chapter_lessons
from autograder.notebook.records import Records
from autograder.studying import commands
from autograder.studying.handing_out import hand_out, mark

CHAPTER = "ch03_trim/ch03_trim.ipynb"
PROGRAM = "import sys; from autograder.cli import main; main(['study', *sys.argv[1:], '--no-open'])"


def study(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["study", str(folder), "--no-open", *options])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def changed(notebook: Path, text: str = "# my own line") -> bytes:
    """Write a line into a notebook's last cell, as a learner would, and return the new bytes."""
    page = json.loads(notebook.read_bytes())
    page["cells"][-1]["source"] = [*page["cells"][-1]["source"], "\n", text]
    notebook.write_text(json.dumps(page), encoding="utf-8")
    return notebook.read_bytes()


def run_through(notebook: Path) -> None:
    """Change a notebook as running and saving it does: outputs, counts, metadata, a new empty cell at the end."""
    page = json.loads(notebook.read_bytes())
    for number, cell in enumerate(page["cells"]):
        if cell["cell_type"] == "code":
            cell.update(
                execution_count=number,
                outputs=[{"output_type": "stream", "name": "stdout", "text": ["ran\n"]}],
                source="".join(cell["source"]),
            )
    page["metadata"]["language_info"]["version"] = "3.13.0"
    new: dict[str, object] = {
        "cell_type": "code",
        "execution_count": None,
        "id": "new",
        "metadata": {},
        "outputs": [],
        "source": [],
    }
    page["cells"].append(new)
    notebook.write_text(json.dumps(page, indent=2), encoding="utf-8")


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of which the exercises may be changed: the next version of the course."""
    checkout = tmp_path / "checkout"
    shutil.copytree(commands.CHECKOUT / "exercises", checkout / "exercises")
    monkeypatch.setattr(commands, "CHECKOUT", checkout)
    return checkout / "exercises"


def test_study_hands_out_every_chapter_and_a_first_page_that_opens_each(tmp_path: Path) -> None:
    result = study(tmp_path / "work")
    assert result.exit_code == 0, result.output
    files = contents(tmp_path / "work")
    originals = contents(commands.CHECKOUT / "exercises")
    assert {name: files[name] for name in originals} == originals
    assert set(files) - set(originals) == {"start.ipynb", ".autograder/handed_out.json"}
    page = "".join(json.loads(files["start.ipynb"])["cells"][0]["source"])
    for notebook in (name for name in originals if name.endswith(".ipynb")):
        assert f"]({notebook}) | " in page


def test_study_again_changes_nothing_and_has_nothing_to_say(tmp_path: Path) -> None:
    study(tmp_path)
    before = contents(tmp_path)
    result = study(tmp_path)
    assert result.output == f"Your course is in {tmp_path}.\n"
    assert contents(tmp_path) == before


def test_study_without_a_folder_uses_work_in_the_checkout(newer: Path) -> None:
    result = CliRunner().invoke(main, ["study", "--no-open"])
    assert result.output.endswith(f"Your course is in {newer.parent / 'work'}.\n")
    assert (newer.parent / "work" / CHAPTER).exists()


def test_study_never_overwrites_a_changed_notebook_and_says_nothing_while_there_is_no_newer_one(tmp_path: Path) -> None:
    study(tmp_path)
    mine = changed(tmp_path / CHAPTER)
    assert study(tmp_path).output == f"Your course is in {tmp_path}.\n"
    assert (tmp_path / CHAPTER).read_bytes() == mine


def test_study_keeps_a_changed_notebook_when_there_is_a_newer_one_and_says_how_to_get_it(
    newer: Path, tmp_path: Path
) -> None:
    work = tmp_path / "work"
    study(work)
    mine = changed(work / CHAPTER)
    changed(newer / CHAPTER, "# the next version")
    for _ in range(2):
        assert study(work).output == (
            f"{CHAPTER}: there is a newer version; yours is kept, as you have changed it. "
            f"For the newer one: autograder study {work} --fresh ch03_trim\n"
            f"Your course is in {work}.\n"
        )
        assert (work / CHAPTER).read_bytes() == mine


@pytest.mark.parametrize("touch", [lambda notebook: None, run_through])
def test_study_brings_a_notebook_up_to_date_that_was_at_most_run(
    newer: Path, tmp_path: Path, touch: Callable[[Path], None]
) -> None:
    work = tmp_path / "work"
    study(work)
    touch(work / CHAPTER)
    next_version = changed(newer / CHAPTER, "# the next version")
    assert "ch03_trim: brought up to date.\n" in study(work).output
    assert (work / CHAPTER).read_bytes() == next_version


def test_study_keeps_what_a_run_showed_while_there_is_no_newer_version(tmp_path: Path) -> None:
    study(tmp_path)
    run_through(tmp_path / CHAPTER)
    before = (tmp_path / CHAPTER).read_bytes()
    study(tmp_path)
    assert (tmp_path / CHAPTER).read_bytes() == before


def test_study_adds_a_new_chapter_and_what_the_learner_deleted(newer: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    kept = newer.parent / "ch03_trim"
    (newer / "ch03_trim").rename(kept)
    study(work)
    kept.rename(newer / "ch03_trim")
    assert "ch03_trim: added.\n" in study(work).output
    (work / CHAPTER).unlink()
    assert "ch03_trim: added.\n" in study(work).output
    assert (work / CHAPTER).read_bytes() == (newer / CHAPTER).read_bytes()


def test_study_keeps_every_file_that_no_record_knows(newer: Path, tmp_path: Path) -> None:
    """A record that is lost or damaged makes the course careful, not bold."""
    work = tmp_path / "work"
    study(work)
    before = (work / CHAPTER).read_bytes()
    changed(newer / CHAPTER, "# the next version")
    for content in (b"", b"[]", b'{"a": 1}', b"\xff{"):
        (work / ".autograder" / "handed_out.json").write_bytes(content)
        assert "there is a newer version; yours is kept" in study(work).output
        assert (work / CHAPTER).read_bytes() == before


def test_a_notebook_that_cannot_be_read_counts_as_changed(newer: Path, tmp_path: Path) -> None:
    study(tmp_path / "work")
    (tmp_path / "work" / CHAPTER).write_bytes(b'{"cells": [')
    changed(newer / CHAPTER, "# the next version")
    study(tmp_path / "work")
    assert (tmp_path / "work" / CHAPTER).read_bytes() == b'{"cells": ['
    assert len({mark("a.ipynb", content) for content in (b"", b"{}", b'{"cells": 3}', b'{"cells": []}')}) == 4


@pytest.mark.parametrize("word", ["ch03_trim", "ch03", "3"])
def test_fresh_starts_a_chapter_over_and_keeps_the_old_file_beside_it(tmp_path: Path, word: str) -> None:
    study(tmp_path)
    first, original = changed(tmp_path / CHAPTER), (commands.CHECKOUT / "exercises" / CHAPTER).read_bytes()
    result = study(tmp_path, "--fresh", word)
    assert f"{CHAPTER} is fresh; yours is kept beside it as ch03_trim.kept-1.ipynb.\n" in result.output
    second = changed(tmp_path / CHAPTER, "# another try")
    study(tmp_path, "--fresh", word)
    names = [CHAPTER, "ch03_trim/ch03_trim.kept-1.ipynb", "ch03_trim/ch03_trim.kept-2.ipynb"]
    assert [(tmp_path / name).read_bytes() for name in names] == [original, first, second]


def test_fresh_leaves_other_chapters_and_a_fresh_one_alone(tmp_path: Path) -> None:
    study(tmp_path)
    before = contents(tmp_path)
    assert study(tmp_path, "--fresh", "ch03").exit_code == 0
    assert contents(tmp_path) == before


def test_fresh_takes_the_newer_version(newer: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    study(work)
    changed(work / CHAPTER)
    next_version = changed(newer / CHAPTER, "# the next version")
    study(work, "--fresh", "ch03")
    assert (work / CHAPTER).read_bytes() == next_version
    assert study(work).output == f"Your course is in {work}.\n"


def test_fresh_names_the_chapters_when_it_knows_no_such_one(tmp_path: Path) -> None:
    result = study(tmp_path, "--fresh", "ch77")
    assert result.exit_code == 1
    assert result.output.startswith("Error: 'ch77' is no chapter. Chapters: ch")


@pytest.mark.parametrize("place", [".", "ch03_trim", "new/deeper"])
def test_study_refuses_the_folder_of_the_originals(newer: Path, place: str) -> None:
    before = contents(newer)
    result = study(newer / place)
    assert result.exit_code == 1
    assert "holds the originals. Choose a folder of your own outside exercises." in result.output
    assert contents(newer) == before


def test_study_without_exercises_beside_the_package_says_how_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "CHECKOUT", tmp_path)
    result = study(tmp_path / "work")
    assert result.exit_code == 1
    assert "pip install -r requirements.txt" in result.output
    assert not (tmp_path / "work").exists()


@pytest.mark.parametrize("in_the_way", [".", "ch03_trim", ".autograder"])
def test_a_file_in_place_of_a_folder_is_named_and_stays(tmp_path: Path, in_the_way: str) -> None:
    work = tmp_path / "work"
    file = work / in_the_way
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine")
    result = study(work)
    assert (result.exit_code, file.read_text()) == (1, "mine")
    assert str(file) in result.output
    assert "a file stands where a folder has to be" in result.output


def test_a_folder_in_place_of_a_notebook_is_named_and_stays(tmp_path: Path) -> None:
    (tmp_path / CHAPTER).mkdir(parents=True)
    result = study(tmp_path)
    assert result.exit_code == 1
    assert f"{tmp_path / CHAPTER} cannot be made" in result.output
    assert (tmp_path / CHAPTER).is_dir()


def in_a_process(*arguments: str, prepare: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PROGRAM, *arguments]
    return subprocess.run(command, capture_output=True, text=True, preexec_fn=prepare, check=False)


def obey_permissions() -> None:
    """Take from root what lets it write anywhere."""
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


@pytest.mark.parametrize(("locked", "options"), [("", []), ("ch03_trim", ["--fresh", "ch03"])])
def test_a_folder_that_may_not_be_written_is_named_and_nothing_changes(
    tmp_path: Path, locked: str, options: list[str]
) -> None:
    if locked:
        study(tmp_path)
        changed(tmp_path / CHAPTER)
    before = contents(tmp_path)
    (tmp_path / locked).chmod(0o555)
    result = in_a_process(str(tmp_path), *options, prepare=obey_permissions)
    (tmp_path / locked).chmod(0o755)
    assert result.returncode == 1
    assert result.stderr.startswith(f"Error: {tmp_path / locked}")
    assert result.stderr.endswith("may not be written. Choose a folder of your own: autograder study FOLDER.\n")
    assert contents(tmp_path) == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[tuple[Path, Callable[[], None] | None]]:
    """A folder with little room: a disk of its own where we may mount one, else by a limit on the size of files."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = (
        shutil.which("mount")
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", str(place)], capture_output=True, check=False
        ).returncode
    )
    yield place, None if mounted else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    if mounted:
        subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_said_and_takes_nothing_away(small_disk: tuple[Path, Callable[[], None] | None]) -> None:
    place, prepare = small_disk
    (place / "ch03_trim").mkdir()
    mine = place / CHAPTER
    mine.write_bytes(b'{"cells": [], "mine": true}' + b" " * 20_000)
    before = mine.read_bytes()
    for options in ([], ["--fresh", "ch03"]):
        result = in_a_process(str(place), *options, prepare=prepare)
        assert result.returncode == 1
        assert result.stderr.startswith(f"Error: There is no room left for {place}")
        assert result.stderr.endswith("Make room on the disk, and run the same command again.\n")
        assert [path.read_bytes() for path in place.rglob("*.ipynb")].count(before) == 1
        assert not list(place.rglob("*.part"))


def test_room_made_the_same_command_goes_on(tmp_path: Path) -> None:
    """After a first run that was cut short by a full disk, the second adds the rest and keeps what was there."""
    files = {f"ch0{number}/page.ipynb": b"x" * 5000 * number for number in (1, 2, 3)}

    def cut_short() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, 12_000))

    program = "import sys; from pathlib import Path; from autograder.studying.handing_out import hand_out; hand_out("
    arguments = [sys.executable, "-c", f"{program}{files!r}, Path(sys.argv[1]))", str(tmp_path)]
    assert b"File too large" in subprocess.run(arguments, preexec_fn=cut_short, capture_output=True, check=False).stderr
    assert [each.deed for each in hand_out(files, tmp_path)] == ["same", "same", "added"]
    assert {name: content for name, content in contents(tmp_path).items() if "page" in name} == files


def test_a_learners_folder_may_be_moved(tmp_path: Path) -> None:
    study(tmp_path / "work")
    mine = changed(tmp_path / "work" / CHAPTER)
    os.rename(tmp_path / "work", tmp_path / "elsewhere")
    assert study(tmp_path / "elsewhere").output == f"Your course is in {tmp_path / 'elsewhere'}.\n"
    assert (tmp_path / "elsewhere" / CHAPTER).read_bytes() == mine


def first_page(folder: Path) -> str:
    return "".join(json.loads((folder / "start.ipynb").read_bytes())["cells"][0]["source"])


def test_the_first_page_says_how_far_the_learner_is(tmp_path: Path) -> None:
    study(tmp_path)
    chapter = chapter_lessons("ch03_trim")
    minutes, points = sum(each.minutes for each in chapter), sum(each.points for each in chapter)
    row = f"({CHAPTER}) | {minutes} | {{}} of {len(chapter)} | {{}} of {points} |"
    assert row.format(0, 0) in first_page(tmp_path)
    run_through(tmp_path / "start.ipynb")
    done = chapter[0]
    earned = {"score": done.points, "points": done.points, "passed": True, "broken": None, "version": done.version}
    Records(tmp_path).append(kind="check", lesson=done.name, **earned)
    study(tmp_path)
    assert row.format(1, done.points) in first_page(tmp_path)


def test_a_first_page_with_notes_of_the_learners_stays_as_it_is(tmp_path: Path) -> None:
    study(tmp_path)
    mine = changed(tmp_path / "start.ipynb", "my notes")
    Records(tmp_path).append(kind="check", lesson="trim_history", score=3, points=3, passed=True, version=1)
    assert study(tmp_path).output == f"Your course is in {tmp_path}.\n"
    assert (tmp_path / "start.ipynb").read_bytes() == mine
