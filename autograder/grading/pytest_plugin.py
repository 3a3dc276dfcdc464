"""`pytest --submission FILE`: a notebook or script judged, one test a rule, failures in our words, no traceback."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

SUBMISSIONS = pytest.StashKey[list[Path]]()
SCORES = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    what = "Judge this notebook or script, one test per rule; may be given several times."
    parser.addoption("--submission", metavar="FILE", action="append", default=[], help=what)


def pytest_configure(config: pytest.Config) -> None:
    """Collect the submission instead of tests."""
    given = config.getoption("--submission")
    if not given:
        return
    missing = [each for each in given if not Path(each).is_file()]
    if missing:
        raise pytest.UsageError(f"--submission {missing[0]}: there is no such file. Give a notebook or a script.")
    config.stash[SUBMISSIONS] = [Path(each).resolve() for each in given]
    config.stash[SCORES] = []
    config.args = [str(path) for path in config.stash[SUBMISSIONS]]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Generator[None, Any, Any]:
    """Take the submission, so that nobody imports it as a module of tests."""
    collectors = yield
    if file_path in parent.config.stash.get(SUBMISSIONS, []):
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
        from autograder.grading.processes import shared_workshop
        from autograder.grading.submission import read_submission

        submission = read_submission(self.path)
        if submission.problem:
            raise self.CollectError(submission.problem)
        for result in judge_submission(shared_workshop("own"), submission):
            report = result.report
            points = f"{self.path.name}  {report.lesson}: {report.score} of {report.points} points"
            self.config.stash[SCORES].append(points)
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
