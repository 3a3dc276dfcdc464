"""The tools that keep the code in one style and its types right."""

import re
import subprocess
import sys

import pytest

from autograder.authoring.source import ROOT


@pytest.mark.parametrize("command", ["ruff check .", "ruff format --check .", "mypy"])
def test_the_code_is_clean_for(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command.split()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"


def test_markdown_has_one_sentence_a_line() -> None:
    """So that a change shows as the sentences that changed."""
    crowded = []
    for page in (ROOT / "README.md", *sorted((ROOT / "book").rglob("*.md"))):
        text = re.sub(
            r"^```.*?^```$", lambda code: "\n" * code[0].count("\n"), page.read_text("utf-8"), flags=re.M | re.S
        )
        for number, line in enumerate(text.splitlines(), 1):
            if not line.startswith(("|", ":::")) and re.search(r"(?<!\d)[.?!] [A-Z]", line):
                crowded.append(f"{page.relative_to(ROOT)}:{number}")
    assert crowded == []
