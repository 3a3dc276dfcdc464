"""The `autograder` command as a whole."""

import json
import signal
import subprocess
import sys
import urllib.request

import click
import pytest
from click.testing import CliRunner

from autograder.cli import COMMANDS, main

PROGRAM = "import sys; from autograder.cli import main; main(sys.argv[1:])"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_lists_a_command_by_the_sentence_its_own_help_begins_with(name: str) -> None:
    sentence = COMMANDS[name][1]
    assert f"  {name} " in CliRunner().invoke(main, ["--help"]).output
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert " ".join((command.help or "").split()).startswith(sentence.rstrip("."))


def test_help_of_the_group_and_of_each_command_exits_0() -> None:
    for arguments in (["--help"], ["-h"], *([name, "--help"] for name in COMMANDS)):
        assert CliRunner().invoke(main, arguments).exit_code == 0


def test_an_unknown_command_is_named_and_exits_2() -> None:
    result = CliRunner().invoke(main, ["grad"])
    assert result.exit_code == 2
    assert "No such command 'grad'" in result.output


def test_version_is_the_packages() -> None:
    from importlib.metadata import version

    assert CliRunner().invoke(main, ["--version"]).output == f"{version('context-engineering-course')}\n"


def test_serve_answers_until_it_is_interrupted() -> None:
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--model", "gpt-4o-mini"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        address = server.stdout.readline().split(" at ")[1].split(" ")[0]
        with urllib.request.urlopen(f"{address}/models") as reply:
            assert [each["id"] for each in json.load(reply)["data"]] == ["gpt-4o-mini"]
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) == 0
        assert server.stderr.read() == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [(["--model", "nothing-1"], "model is 'nothing-1'"), (["--port", "1", "--window", "0"], "0 is not in the range")],
)
def test_serve_refuses_with_a_sentence(options: list[str], words: str) -> None:
    result = CliRunner().invoke(main, ["serve", *options])
    assert result.exit_code != 0
    assert words in result.output
    assert "Traceback" not in result.output


def test_a_command_starts_without_the_grammars_that_no_notebook_needs() -> None:
    program = PROGRAM.replace("main(sys.argv[1:])", "main(sys.argv[1:], standalone_mode=False)")
    seen = "; import nbformat, jsonschema; print(sys.modules['rfc3987_syntax'], 'lark' in sys.modules)"
    command = [sys.executable, "-E", "-c", program + seen, "course", "--help"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-1] == "None False"
