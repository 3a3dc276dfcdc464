"""`pytest --submission FILE`: one notebook or script judged, one test a rule, failures in our words and no traceback."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SUBMISSION = pytest.StashKey[Path]()
SCORES = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--submission", metavar="FILE", help="Judge this notebook or script, one test per rule.")


def pytest_configure(config: pytest.Config) -> None:
    """Collect the submission instead of tests."""
    given = config.getoption("--submission")
    if given is None:
        return
    path = Path(given).resolve()
    if not path.is_file():
        raise pytest.UsageError(f"--submission {given}: there is no such file. Give a notebook or a script.")
    config.stash[SUBMISSION] = path
    config.stash[SCORES] = []
    config.args = [str(path)]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Iterator[Any]:
    """Take the submission, so that nobody imports it as a module of tests."""
    collectors = yield
    if file_path == parent.config.stash.get(SUBMISSION, None):
        return [SubmissionFile.from_parent(parent, path=file_path)]
    return collectors


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the points."""
    for line in config.stash.get(SCORES, []):
        terminalreporter.write_line(line)


class SubmissionFile(pytest.File):
    """A handed-in file; its tests are the rules of its chapter's lessons."""

    def collect(self) -> Iterator["RuleItem"]:
        """Judge the file and yield one test for each rule."""
        from autograder.grading.judging import judge_submission
        from autograder.grading.submission import read_submission
        from autograder.grading.workshop import Workshop

        submission = read_submission(self.path)
        if submission.problem:
            raise self.CollectError(submission.problem)
        with Workshop() as workshop:
            for result in judge_submission(workshop, submission):
                report = result.report
                self.config.stash[SCORES].append(f"{report.lesson}: {report.score} of {report.points} points")
                for rule in report.rules or [None]:
                    name = report.lesson if rule is None else f"{report.lesson}::{rule.name}"
                    yield RuleItem.from_parent(self, name=name, report=report, rule=rule)


class RuleItem(pytest.Item):
    """One rule of one lesson."""

    def __init__(self, *, report: Any, rule: Any, **kwargs: Any) -> None:
        """Keep what was judged; `rule` is `None` where no rule could be looked at."""
        super().__init__(**kwargs)
        self.report = report
        self.rule = rule

    def runtest(self) -> None:
        """Pass where the rule held; skip what says nothing yet, so that one cause is shown and not nine."""
        if self.rule is None:
            raise RuleBroken(self.report.text())
        if self.rule.state == "held":
            return
        if self.rule.name != self.report.broken:
            pytest.skip(f"first: {self.report.lesson} {self.report.broken}")
        raise RuleBroken(self.report.text())

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Return our text, without a traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, RuleBroken) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Say where the test stands."""
        return self.path, None, self.name


class RuleBroken(Exception):  # noqa: N818 - a rule is broken, nothing went wrong
    """A rule does not hold; the text is the whole report."""
