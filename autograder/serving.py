"""`autograder serve`: the lab's provider over HTTP, for any program that speaks OpenAI's API."""

import click


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Of loopback; 0 takes one that is free.")
@click.option("--profile", type=click.Choice(["openai-chat", "strict"]), help="What a request has to look like.")
@click.option("--model", help="A name from the lab's table of models.")
@click.option("--window", type=click.IntRange(1), help="Tokens, in place of the model's own window.")
@click.option(
    "--script",
    type=click.Choice(["acknowledge", "read-files"]),
    help="Who answers: one that names what came, or the assistant of the reading session, which calls read_file.",
)
def serve(script: str | None, **options: object) -> None:
    """Let the lab's provider answer OpenAI's API on this machine, until Ctrl-C.

    It refuses, counts, caches and bills as a real one does; no key is needed, and nothing leaves the machine.
    """
    from autograder.lab.http import serve as answer
    from autograder.lab.scripts import FileReader

    given = {name: value for name, value in options.items() if value is not None}
    if script == "read-files":
        given["script"] = FileReader()
    try:
        answer(**given)  # type: ignore[arg-type]  # click has checked the types
    except ValueError as problem:
        raise click.ClickException(str(problem)) from problem
