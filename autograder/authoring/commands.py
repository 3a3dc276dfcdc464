"""`autograder build`: from the lessons' plain source to everything made of it."""

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from autograder.authoring import build as building
from autograder.authoring.source import ROOT, sources, taught
from autograder.lessons.catalog import chapter_meant


@click.command()
@click.argument("chapters", nargs=-1, metavar="[CHAPTER]...")
@click.option("--check", is_flag=True, help="Change nothing; list what a build would change, and exit 1 if anything.")
def build(chapters: tuple[str, ...], check: bool) -> None:
    """Make everything that is made from solutions/: exercises, given code, right versions, standard runs.

    Without a CHAPTER (such as ch03_trim, or ch03) all are made, and files that no lesson makes are removed.
    """
    names = _named(chapters)
    files = _files(names)
    strays = [] if names else list(building.strays(files))
    if check:
        found = [*building.differences(files), *(f"stray: {each}" for each in strays)]
        click.echo("\n".join(found) or f"{len(files)} files are as a build makes them.")
        raise SystemExit(1 if found else 0)
    for name in building.write(files):
        click.echo(f"wrote {name}")
    for name in strays:
        (ROOT / name).unlink()
        click.echo(f"removed {name}")
    click.echo(f"{len(files)} files are as their sources say.")


def _named(words: tuple[str, ...]) -> list[str]:
    known = [source.chapter for source in sources()]
    try:
        return [chapter_meant(word, known) for word in words]
    except LookupError as problem:
        raise click.ClickException(problem.args[0]) from problem


def _files(chapters: list[str]) -> dict[str, str]:
    """Return all that a build makes, right versions first: the rest is made with them, not with those on disk."""
    files = building.generated_code(chapters)
    building.run_with(files)
    files |= building.generated_exercises(chapters)
    count = sum(len(taught(source)) for source in building.chosen(chapters))
    columns = (TextColumn("standard run of {task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=count)

        def said(name: str) -> None:
            progress.update(task, description=name, advance=1)

        files |= building.generated_runs(chapters, said=said)
    return files
