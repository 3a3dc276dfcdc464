"""The README: its commands are the ones that are run, and what it names is there."""

import os
import re
import shlex
import subprocess
import tomllib

import click
import pytest

from autograder.authoring.source import ROOT
from autograder.cli import COMMANDS, main

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)```$", README, re.DOTALL | re.MULTILINE)
NAMED = sorted(set(re.findall(r"`(?:\.venv/bin/)?(autograder [^`]+)`", README)))


def test_the_readme_holds_two_commands_each_one_line_that_makes_its_environment() -> None:
    study, tests = BLOCKS
    assert study.count("\n") == tests.count("\n") == 1
    assert all(command.startswith("python3 -m venv .venv && ") for command in BLOCKS)
    assert study.endswith("autograder study\n")
    assert " -m pytest " in tests


def test_ci_runs_the_readmes_test_command_word_for_word() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    found = re.search(r"command=\$\((.*)\)\n", script)
    assert found is not None
    command = subprocess.run(["sh", "-c", found[1]], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert command == BLOCKS[1]
    assert 'sh -c "$command"' in script


@pytest.mark.parametrize("named", NAMED)
def test_every_command_of_the_readme_exists_with_its_options(named: str) -> None:
    words = shlex.split(named)[1:]
    if words == ["--help"]:
        return
    assert words[0] in COMMANDS
    command = main.get_command(click.Context(main), words[0])
    assert command is not None
    options = {each for parameter in command.get_params(click.Context(command)) for each in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= options


def test_every_link_of_the_readme_leads_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if not link.startswith("https://")]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_readme_has_one_sentence_a_line() -> None:
    """So that a change shows as the sentences that changed."""
    lines = [line for line in README.splitlines() if not line.startswith("|")]
    assert [line for line in lines if re.search(r"[.?!] [A-Z]", line)] == []


def test_requirements_install_the_project_and_name_nothing_it_does_not_know() -> None:
    lines = [line for line in (ROOT / "requirements.txt").read_text().splitlines() if not line.startswith("#")]
    assert "-e ." in lines
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    known = project["dependencies"] + project["optional-dependencies"]["test"]
    assert {line for line in lines if line != "-e ."} <= {re.split(r"[<>=]", each)[0] for each in known}
