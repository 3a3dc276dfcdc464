"""`autograder course DIR`: an instructor's nbgrader course, with the solved notebooks as its sources."""

from collections.abc import Iterator
from pathlib import Path

from autograder.authoring.build import generated_exercises
from autograder.authoring.exercises import as_text, solved_notebook
from autograder.authoring.source import sources

NEWER = "newer"  # the folder for what would have been written over an instructor's own version

CONFIG = '''"""The course's nbgrader configuration. Yours to extend; `autograder course` never overwrites it."""

from pathlib import Path

from autograder.grading.nbgrader_bridge import configure

c = get_config()  # noqa: F821 - nbgrader provides it
configure(c, Path(__file__).parent)

# c.CourseDirectory.course_id = "context-engineering"
# c.AssignLatePenalties.plugin_class = "my_module.MyPenalty"
'''


def course_files() -> dict[str, str]:
    """Return an instructor's course as one table from path to text."""
    files = {"nbgrader_config.py": CONFIG}
    given = generated_exercises()
    for source in sources():
        folder = f"source/{source.chapter}"
        files[f"{folder}/{source.chapter}.ipynb"] = as_text(solved_notebook(source))
        name = f"given_{source.number}.py"
        files[f"{folder}/{name}"] = given[f"exercises/{source.chapter}/{name}"]
    return files


def make_course(folder: Path) -> Iterator[tuple[str, str]]:
    """Write the course, and yield what was done with each file: `written`, `kept` (it differs) or `same`.

    A file that is there is never overwritten. A newer version of one that differs is put under `newer/`, where nbgrader
    does not hand it out; it goes when it is no longer needed.
    """
    for name, text in course_files().items():
        path, newer = folder / name, folder / NEWER / name
        newer.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_bytes(text.encode())
            yield name, "written"
        elif path.read_bytes() == text.encode():
            yield name, "same"
        else:
            newer.parent.mkdir(parents=True, exist_ok=True)
            newer.write_bytes(text.encode())
            yield name, "kept"
