"""`autograder study`: a learner's own copy of the course, open in JupyterLab."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from autograder.studying.handing_out import Files, Handed

CHECKOUT = Path(__file__).parents[2]


@click.command()
@click.argument("folder", metavar="[FOLDER]", required=False, type=click.Path(path_type=Path))
@click.option("--fresh", metavar="CHAPTER", help="Start a chapter over; your file is kept beside the fresh one.")
@click.option("--no-open", is_flag=True, help="Bring the folder up to date, and do not start JupyterLab.")
@click.option("--no-browser", is_flag=True, help="Start JupyterLab, and only print its address.")
@click.option("--port", type=click.IntRange(1, 65535), help="The first port to try; JupyterLab's own is 8888.")
@click.option("--ip", help="The address to listen on; in a container 0.0.0.0. By default this machine only.")
def study(
    folder: Path | None, fresh: str | None, no_open: bool, no_browser: bool, port: int | None, ip: str | None
) -> None:
    """Open your own copy of the course in JupyterLab, at its first page.

    FOLDER is yours; without one it is work/ in the checkout.
    New chapters are added, chapters you have not changed are kept up to date, and nothing you wrote is overwritten.
    """
    from autograder.studying.first_page import FIRST_PAGE
    from autograder.studying.lab import open_again, open_lab

    place = (folder or CHECKOUT / "work").absolute()
    for line in _prepared(place, fresh, again=f"autograder study {folder}" if folder else "autograder study"):
        click.echo(line)
    if no_open:
        return
    address = open_again(place, FIRST_PAGE, browser=not no_browser)
    if address is not None:
        click.echo(f"JupyterLab runs there already: {address}")
        return
    click.echo("JupyterLab starts; Ctrl-C here stops it.")
    open_lab(place, FIRST_PAGE, browser=not no_browser, port=port, ip=ip)


def _prepared(place: Path, fresh: str | None, again: str) -> Iterator[str]:
    """Bring the learner's folder up to date, and yield what to say of it."""
    from autograder.lessons.catalog import chapter_meant
    from autograder.studying.first_page import FIRST_PAGE, first_page
    from autograder.studying.handing_out import hand_out, sentence, start_over

    files = _exercises(place)
    chapters = sorted({name.partition("/")[0] for name in files})
    try:
        if fresh is not None:
            chapter = chapter_meant(fresh, chapters)
            of_chapter = {name: content for name, content in files.items() if name.startswith(f"{chapter}/")}
            for name, kept in start_over(of_chapter, place):
                yield f"{name} is fresh; yours is kept beside it as {Path(kept).name}."
        yield from _said(hand_out(files | {FIRST_PAGE: first_page(place, chapters)}, place), again)
    except LookupError as problem:
        raise click.ClickException(problem.args[0]) from problem
    except OSError as problem:
        raise click.ClickException(sentence(problem, place)) from problem
    yield f"Your course is in {place}."


def _exercises(place: Path) -> "Files":
    """Return what is handed out, from beside the package."""
    originals = CHECKOUT / "exercises"
    if originals.resolve() in (place.resolve(), *place.resolve().parents):
        raise click.ClickException(f"{place} holds the originals. Choose a folder of your own outside exercises.")
    paths = [each for each in sorted(originals.glob("ch*/*")) if each.is_file() and not each.name.startswith(".")]
    if not paths:
        raise click.ClickException(
            f"{originals} holds no chapters. The course is studied from its checkout: install it there with "
            "pip install -r requirements.txt, and leave the checkout where it is."
        )
    return {each.relative_to(originals).as_posix(): each.read_bytes() for each in paths}


def _said(handed: "list[Handed]", again: str) -> Iterator[str]:
    """Yield what a learner should know of it; what stayed as it was is not said."""
    for deed, words in (("added", "added"), ("updated", "brought up to date")):
        chapters = dict.fromkeys(
            each.name.partition("/")[0] for each in handed if each.deed == deed and "/" in each.name
        )
        if chapters:
            yield f"{', '.join(chapters)}: {words}."
    for each in handed:
        if each.deed == "kept although newer" and "/" in each.name:
            chapter = each.name.partition("/")[0]
            yield (
                f"{each.name}: there is a newer version; yours is kept, as you have changed it. "
                f"For the newer one: {again} --fresh {chapter}"
            )
