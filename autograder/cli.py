"""The `autograder` command: each of its commands is loaded when it is called, so that `--help` is quick."""

import importlib
import sys

import click

COMMANDS = {
    "study": ("autograder.studying.commands:study", "Open your own copy of the course in JupyterLab."),
    "check": ("autograder.grading.commands:check", "Judge one notebook or script of your own."),
    "grade": ("autograder.grading.commands:grade", "Judge the notebooks of a class."),
    "course": ("autograder.grading.commands:course", "Make an instructor's nbgrader course."),
    "build": ("autograder.authoring.commands:build", "Make everything that is made from solutions/."),
    "serve": ("autograder.serving:serve", "Let the lab's provider answer OpenAI's API on this machine."),
}
"""Where each command stands, and the sentence that `--help` says of it."""


class _Commands(click.Group):
    """A group that knows its commands' names without importing them."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        _spare_what_is_not_needed()
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table's sentences."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, sentence) for name, (_, sentence) in COMMANDS.items()])


def _spare_what_is_not_needed() -> None:
    """Have nbformat's schema library do without an addition that takes four seconds to import.

    It builds a parser for each of 38 grammars of web addresses (RFC 3987), of which the schemas of notebooks have none;
    where it is not installed, jsonschema leaves such addresses unchecked.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # Python's own way to say: there is none


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="context-engineering-course", message="%(version)s")
def main() -> None:
    """Learn context engineering for LLM agents, and grade it."""


if __name__ == "__main__":
    main()
