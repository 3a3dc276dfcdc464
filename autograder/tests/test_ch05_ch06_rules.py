"""The rules of chapters 5 and 6 look at whatever comes back; nothing that does may stop the judge."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from autograder.execution.cases import Case
from autograder.execution.outcomes import Asked, Outcome, Raised
from autograder.lessons.catalog import lesson_named, lesson_names
from autograder.lessons.judging import judge
from autograder.lessons.running import standard_run
from autograder.lessons.trial import Trial

NAMES = (*lesson_names("ch05_summarise"), *lesson_names("ch06_system_prompt"))
each_lesson = pytest.mark.parametrize("name", NAMES)

MESSAGES: tuple[Any, ...] = (
    [],
    [{}],
    [{"role": None, "content": 5}],
    [{"role": "user", "content": [1, None]}],
    [{"role": "user", "content": {"a": 1}}, {"role": ["assistant"]}],
    [{"role": "user", "content": "[Compacted]"}, {"content": "[Task state]"}],
    [{"role": "assistant", "tool_calls": 5}, {"role": "tool", "tool_call_id": {}}],
    [{"$": "in", "i": 0}],
    [{"$": "dict", "items": [[1, 2]]}],
)
ANSWERS: tuple[Any, ...] = (
    *MESSAGES,
    *({"messages": each, "dropped": -1, "compacted": True} for each in MESSAGES),
    {"messages": {}, "dropped": None, "compacted": 1},
    None,
    True,
    0,
    -7,
    {"$": "int", "text": "9" * 50},
    {"$": "float", "text": "nan"},
    "",
    "\n",
    "## Goal",
    "tools\n\ntools",
    "x" * 5_000,
    "\ud83d",
    {},
    {"Goal": "a", "Progress": 5},
    {"name": "AGENTS.md", "content": "x"},
    {"name": "", "content": ""},
    {"$": "tuple", "items": []},
)
ARGUMENTS: tuple[tuple[Any, ...], ...] = (
    (),
    (None,),
    (1, 2),
    ("x",),
    *((each,) for each in MESSAGES[:7]),
    ({"$": "in", "i": 3},),
)


def questions(case: Case) -> Iterator[tuple[Asked, ...]]:
    yield ()
    for name in case.scripts:
        for args in ARGUMENTS:
            yield (Asked(name, args, {}),)
        yield (Asked(name, (), {"messages": []}),)
        yield (Asked(name, ([],), {}),) * 3


def outcomes(case: Case) -> Iterator[Outcome]:
    steps = len(case.steps)
    error = Raised(("KeyError", "LookupError", "Exception", "BaseException"), "")
    for value, asked in product(ANSWERS, questions(case)):
        yield Outcome("ok", (value,) * steps, (None,) * steps, asked=asked)
    for asked in questions(case):
        yield Outcome("raised", (None,) * steps, (error,) * steps, asked=asked)
        yield Outcome("timeout", asked=asked)
        yield Outcome("died", note="its process was killed", asked=asked)
    for value in ANSWERS:
        yield Outcome("ok", (value,) * steps, (None,) * steps, arguments=[value])
        yield Outcome("raised", (value,) * steps, (error, *(None,) * (steps - 1)))


@each_lesson
def test_no_answer_stops_the_judge(name: str) -> None:
    lesson = lesson_named(name)
    cases = standard_run(name)
    for case, right in cases[:: max(1, len(cases) // 12)]:
        for outcome in outcomes(case):
            judge(lesson, [Trial(name, case, outcome, right)])
