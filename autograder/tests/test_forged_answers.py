"""Forged answers: whatever a child may write, every rule of every lesson can judge it, and it proves nothing."""

import json
import random

import pytest

from autograder.execution.outcomes import Outcome
from autograder.grading.session import _checked
from autograder.lessons.catalog import lesson_folders, lesson_named
from autograder.lessons.running import judge_runs, standard_run

ODD = [
    *(None, True, False, 0, -1, 1.5, 1e308, 10**300, "", "x", "\ud800", [], {}, [[]]),
    *({"$": "in", "i": 0}, {"$": "in", "i": 0, "n": 10**9}, {"$": "in", "i": -1}, {"$": "zzz"}, {"$": {}}),
    *({"$": "set", "items": [1, 2]}, {"$": "tuple", "items": []}, {"$": "dict", "items": [[1, 2]]}),
    *({"$": "dict", "items": [1]}, {"$": "set", "items": [[]]}, {"$": "int", "text": "9" * 900}),
    *({"$": "int", "text": 5}, {"$": "int", "text": "9" * 9000}, {"$": "float", "text": "nan"}),
    *({"$": "date", "text": "x"}, {"$": "argument", "items": [{}]}, {"role": "user", "content": [1, None]}),
    *({"role": [], "content": {}}, [{"role": None}], {"messages": None, "dropped": 0}, [{"role": "tool"}]),
]
STATUSES = ["ok", "raised", "timeout", "died", "stopped", "not judged", "held", "passed"]


def changed(chance, plain):
    """Return JSON with odd things here and there."""
    if chance.random() < 0.12:
        return chance.choice(ODD)
    if type(plain) is list:
        items = [changed(chance, each) for each in plain]
        return (
            items[: chance.randrange(len(items))]
            if items and chance.random() < 0.1
            else items * chance.choice([1, 1, 1, 2])
        )
    if type(plain) is dict:
        return {key: changed(chance, each) for key, each in plain.items() if chance.random() > 0.05}
    return plain


def forged(chance, case, right):
    plain = json.loads(json.dumps(right.to_json()))
    how = chance.random()
    if how < 0.2:
        plain = changed(chance, plain)
    elif how < 0.8:
        plain["values"] = [changed(chance, each) for each in plain["values"]]
    elif how < 0.9:
        error = {"kinds": [chance.choice(["ValueError", "X", ""])], "text": chance.choice(["", "a"]), "frames": []}
        steps = len(case.steps)
        plain = plain | {"status": "raised", "values": [None] * steps, "errors": [error] * steps}
    else:
        plain["status"] = chance.choice(STATUSES)
    asked = right.asked if chance.random() < 0.5 else ()
    return _checked(Outcome.from_json(plain, asked), case)


@pytest.mark.parametrize("name", lesson_folders())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_rule_can_judge_what_is_forged(name, seed):
    chance = random.Random(f"{name} {seed}")
    verdict = judge_runs(name, lambda case, right: forged(chance, case, right))
    assert verdict.score < lesson_named(name).points


@pytest.mark.parametrize(
    "values",
    [
        ([], []),
        ([1], []),
        ([], [None]),
        ([1, 2], [None, None]),
        ([None], [{"kinds": [], "text": "", "frames": []}]),
        ([None], [{"kinds": ["ValueError"], "text": "", "frames": []}]),
        ([None], [{"kinds": "ValueError", "text": "", "frames": []}]),
        ([None], [{"kinds": ["ValueError"], "text": None, "frames": []}]),
        ([None], [{"kinds": ["ValueError"], "text": "", "frames": [1]}]),
    ],
)
def test_an_answer_that_lacks_something_is_unreadable(values):
    case, _ = standard_run("estimate_tokens")[0]
    plain = {"status": "ok", "values": values[0], "errors": values[1], "arguments": None, "note": "", "printed": 0}
    assert _checked(Outcome.from_json(plain, ()), case).status == "unreadable"
