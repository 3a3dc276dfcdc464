"""What a report costs beside starting Python, and how a right `trim_history` grows beside LangChain's `trim_messages`.

Run `python -m autograder.benchmarks.report`; it takes about a minute.
Times are the least of several tries on this machine; the ratios are what counts.
"""

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from autograder import check
from autograder.authoring.standard import answer_files, load_answer
from autograder.lab import long_history
from autograder.lessons.oracle import right_function

LESSON = "trim_history"
TRIES = 7
SMALL, LARGE = 10_000, 100_000


def least(work: Callable[[], object], tries: int = TRIES) -> float:
    """Return the seconds that the fastest of several tries takes."""
    seconds = []
    for _ in range(tries):
        start = perf_counter()
        work()
        seconds.append(perf_counter() - start)
    return min(seconds)


def bare_python() -> None:
    """Start Python and do nothing."""
    subprocess.run([sys.executable, "-c", "pass"], check=True)


def reported(function: Any) -> None:
    """Judge a function and write the report, as text and as HTML."""
    report = check(function, show=False, lesson=LESSON)
    report.text()
    report.page()


def report_rows() -> Iterator[tuple[str, float, float]]:
    """Yield what is reported, its seconds, and how many times a bare Python that is."""
    reported(right_function(LESSON))  # the cases are read before the clock runs
    bare = least(bare_python)
    yield "python -c pass", bare, 1
    for kind in ("right", "wrong"):
        seconds = [least(partial(reported, load_answer(path, LESSON)), 3) for path in answer_files(LESSON, kind)]
        for words, each in ((f"report on a {kind} answer, median", median(seconds)), ("  the slowest", max(seconds))):
            yield words, each, each / bare


def trimmers() -> Iterator[tuple[str, Callable[[int], Callable[[], object]]]]:
    """Yield what cuts a history of so many messages, each as a function that prepares the work outside the clock."""
    trim_history = right_function(LESSON)
    yield "trim_history", lambda count: partial(trim_history, long_history(count))
    with contextlib.suppress(ImportError):
        from langchain_core.messages import convert_to_messages, trim_messages

        def prepared(count: int) -> Callable[[], object]:
            window = {"max_tokens": 10, "token_counter": len, "strategy": "last", "start_on": "human"}
            return partial(trim_messages, convert_to_messages(long_history(count)), **window, include_system=True)

        yield "LangChain's trim_messages", prepared


def main() -> None:
    """Print both tables."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):  # attempts are recorded where one stands
        print(f"{'':<36}{'seconds':>10}{'times a bare Python':>22}")
        for words, seconds, times in report_rows():
            print(f"{words:<36}{seconds:>10.4f}{times:>22.1f}", flush=True)
    print(f"\n{'seconds':<36}{f'{SMALL:,} messages':>18}{f'{LARGE:,} messages':>18}{'growth':>9}")
    for words, prepared in trimmers():
        one, ten = least(prepared(SMALL)), least(prepared(LARGE))
        print(f"{words:<36}{one:>18.7f}{ten:>18.7f}{ten / one:>8.1f}x", flush=True)


if __name__ == "__main__":
    main()
