"""The commands that judge files: `autograder check FILE`, `autograder grade PATH...`, `autograder course DIR`."""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from autograder.execution.outcomes import writable
from autograder.grading.classrun import GradingStopped, class_run
from autograder.grading.collected import Collected, NothingFoundError, collected, overlooked
from autograder.grading.graded import Graded
from autograder.grading.journal import Journal
from autograder.grading.judging import judge_submission
from autograder.grading.limits import limits_from
from autograder.grading.private import PrivateFolderError, load_private
from autograder.grading.submission import read_submission
from autograder.grading.summary import Summary
from autograder.grading.workshop import NoJail, Workshop

FILE = click.Path(dir_okay=False, writable=True, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
LIMIT = "What graded code may use, as in call_wall=60 or memory=2G; may be given several times."
PRIVATE = "A folder of your own rules and cases, one file a function; graded like the others, never shown."


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Judge one notebook or script of your own, and print what `check` says in a notebook."""
    submission = read_submission(file)
    if submission.problem:
        raise click.ClickException(submission.problem)
    with Workshop("own") as workshop:
        for result in judge_submission(workshop, submission):
            click.echo(writable(result.report.text()) + "\n")


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--course", type=FOLDER, help="An nbgrader course: grade its submitted/ into its gradebook.")
@click.option("--json", "json_file", type=FILE, help="Write one object per student and lesson there.")
@click.option(
    "--feedback", type=FOLDER, help="Write a page per student there, and one on what the class misunderstood."
)
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, help="Processes that judge at once.")
@click.option("--private", type=click.Path(exists=True, file_okay=False, path_type=Path), help=PRIVATE)
@click.option("--unjailed", is_flag=True, help="Run students' code with no jail. Only where you trust all of it.")
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help=LIMIT)
def grade(
    paths: tuple[Path, ...],
    course: Path | None,
    json_file: Path | None,
    feedback: Path | None,
    jobs: int,
    private: Path | None,
    unjailed: bool,
    limits: tuple[str, ...],
) -> None:
    """Judge the notebooks of a class: files, a zip, or folders with <student>/<chapter>/<notebook>.

    Exits with 0 when grading ran, whatever the marks. Stopped at any moment, the same command goes on.
    """
    if bool(paths) == bool(course):
        raise click.UsageError("Give files or folders to grade, or --course with a course's folder; not both.")
    try:
        allowed = limits_from(limits)
    except ValueError as problem:
        raise click.UsageError(f"--limit: {problem}.") from None
    try:
        if private is not None:
            load_private(private)
        with contextlib.ExitStack() as stack:
            work = stack.enter_context(_course_work(course) if course else _plain_work(paths, json_file))
            journal = stack.enter_context(Journal(work.journal)) if work.journal else None
            summary = stack.enter_context(Summary(json_file, feedback or work.feedback, work.overlooked))
            jail = "none" if unjailed else "auto"
            jobs = min(jobs, len(work.handed_in))
            runs = class_run(work.handed_in, journal, jobs, jail, allowed, private)
            for each, graded in zip(work.handed_in, _shown(runs, len(work.handed_in)), strict=True):
                work.write(graded, each)
                summary.add(graded)
        summary.print(Console())
    except (NothingFoundError, PrivateFolderError, NoJail, GradingStopped) as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        kept = "What is finished is kept" if course or json_file else "Nothing is kept without --json or --course"
        raise click.ClickException(f"Stopped. {kept}; the same command goes on from there.") from None
    except OSError as error:
        raise click.ClickException(f"{error.filename or 'A file'} cannot be written: {error.strerror}.") from error


@dataclass(frozen=True, slots=True)
class _Work:
    """What a run is to do: the files, where results are kept, where pages go, and what else becomes of each."""

    handed_in: list[Collected]
    journal: Path | None
    feedback: Path | None
    write: Callable[[Graded, Collected], object]
    overlooked: list[str]


@contextlib.contextmanager
def _plain_work(paths: tuple[Path, ...], json_file: Path | None) -> Iterator[_Work]:
    journal = json_file.with_name(json_file.name + ".journal") if json_file else None
    missed = [sentence for path in paths if path.is_dir() for sentence in overlooked(path)]
    yield _Work(collected(paths), journal, None, lambda graded, each: None, missed)


@contextlib.contextmanager
def _course_work(root: Path) -> Iterator[_Work]:
    from autograder.grading.coursework import Course, check_assignments, write_course

    course = Course(root)
    handed_in = course.handed_in()
    with course.gradebook() as gradebook:
        check_assignments(gradebook, {each.chapter for each in handed_in})
        yield _Work(
            handed_in,
            course.journal,
            course.feedback,
            lambda graded, each: write_course(course, gradebook, graded, each),
            overlooked(course.submitted),
        )


def _shown(runs: Iterable[Graded], count: int) -> Iterator[Graded]:
    """Show progress, rate and remaining time on the error stream while a run goes on."""
    columns = (
        TextColumn("judging"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("judging", total=count, rate="")
        for graded in runs:
            yield graded
            progress.advance(task)
            speed = progress.tasks[0].speed
            progress.update(task, rate=f"{speed:.0f} a second" if speed else "")


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--private", type=click.Path(exists=True, file_okay=False, path_type=Path), help=PRIVATE)
def course(folder: Path, private: Path | None) -> None:
    """Make an instructor's nbgrader course in a folder; nothing that is there is overwritten."""
    from autograder.authoring.course import NEWER, make_course

    try:
        if private is not None:
            load_private(private)  # their points are part of the marks that the notebooks carry
        for name, done in make_course(folder):
            if done == "kept":
                click.echo(f"{name} is yours and stays as it is; this version's is {NEWER}/{name}.")
    except PrivateFolderError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{error.filename} cannot be written: {error.strerror}.") from error
    click.echo(
        f"The course is in {folder}. Next, for a chapter such as ch03_trim:\n\n"
        f"  cd {folder}\n  nbgrader generate_assignment ch03_trim"
    )
