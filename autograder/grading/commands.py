"""The commands that judge files: `autograder check FILE`, `autograder grade PATH...`, `autograder course DIR`."""

import json
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from autograder.grading.collected import SUFFIXES, collected
from autograder.grading.judging import Result, judge_submission
from autograder.grading.submission import Submission, read_submission
from autograder.grading.workshop import Workshop

JAIL = "rlimits"


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Judge one notebook or script of your own, and print what `check` says in a notebook."""
    submission = read_submission(file)
    if submission.problem:
        raise click.ClickException(submission.problem)
    with Workshop() as workshop:
        for result in judge_submission(workshop, submission):
            click.echo(result.text() + "\n")


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Write the results there.")
def grade(paths: tuple[Path, ...], json_file: Path | None) -> None:
    """Judge the notebooks of a class: files, or folders with <student>/<chapter>/<notebook>.

    Exits with 0 when grading ran, whatever the marks.
    """
    strange = [path for path in paths if path.is_file() and path.suffix not in SUFFIXES]
    if strange:
        raise click.ClickException(f"{strange[0]} is neither a notebook nor a script. Give .ipynb or .py files, or folders.")
    submissions = collected(paths)
    if not submissions:
        raise click.ClickException(
            f"No notebook lies under {paths[0]} in the form <student>/<chapter>/<notebook>.ipynb. "
            "Give the folder that holds the students' folders."
        )
    results = list(_judged(submissions))
    Console().print(_table(submissions, results))
    for each in submissions:
        if each.problem:
            click.echo(f"{each.student}: {each.problem}")
    if json_file is not None:
        json_file.write_text(json.dumps([as_json(each) for each in results], indent=1, ensure_ascii=False) + "\n", "utf-8")


def _judged(submissions: list[Submission]) -> Iterator[Result]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Workshop() as workshop, Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("judging", total=len(submissions))
        for submission in submissions:
            yield from judge_submission(workshop, submission)
            progress.advance(task)


def as_json(result: Result) -> dict[str, object]:
    """Return one line of a class's results."""
    return {
        "student": result.submission.student,
        "chapter": result.submission.chapter,
        "lesson": result.lesson,
        "score": result.score,
        "points": result.points,
        "broken": result.broken,
        "jail": JAIL,
        "seconds": round(result.seconds, 4),
    }


def _table(submissions: list[Submission], results: list[Result]) -> Table:
    table = Table("student", "chapter", "score", "points", "first to look at")
    for submission in submissions:
        own = [each for each in results if each.submission is submission]
        open_ones = [f"{each.lesson}: {each.broken}" for each in own if each.broken]
        score, points = sum(each.score for each in own), sum(each.points for each in own)
        table.add_row(submission.student, submission.chapter, str(score), str(points), (open_ones or [""])[0])
    return table


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def course(folder: Path) -> None:
    """Make an instructor's nbgrader course in a folder; nothing that is there is overwritten."""
    from autograder.authoring.course import make_course

    try:
        for name, done in make_course(folder):
            if done == "kept":
                click.echo(f"{name} is yours and stays as it is; this version's is beside it as {name}.new.")
    except OSError as error:
        raise click.ClickException(f"{error.filename} cannot be written: {error.strerror}.") from error
    click.echo(f"The course is in {folder}. Next:\n\n  cd {folder}\n  nbgrader generate_assignment ch03_trim")
