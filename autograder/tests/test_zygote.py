"""Zygote, children and sessions: what they see, what they may use, and what becomes of a case that is lost."""

import os
import pkgutil
import signal

import pytest

import autograder.lab
from autograder.execution.cases import CALL, NEW, Case, Step, built
from autograder.execution.outcomes import Outcome
from autograder.grading.budget import Budget
from autograder.grading.child_line import Child
from autograder.grading.extraction import Cell
from autograder.grading.judging import judge_submission
from autograder.grading.limits import MEGABYTE, Limits
from autograder.grading.session import Session
from autograder.grading.submission import read_submission
from autograder.grading.taking_apart import taken_apart
from autograder.grading.workshop import Workshop
from autograder.lessons.oracle import outcome_of


@pytest.fixture(scope="module")
def workshop():
    with Workshop() as opened:
        yield opened


NOT_KNOWN = Outcome("ok")  # what a right version does, where a test has none


def order(source, **more):
    return {"name": "answer", "pieces": [["cell 1", source]], "modules": {}, "needs": {}} | more


def case(*arguments, name="one", **more):
    return Case(name, 1, (Step(CALL, arguments),), **more)


def outcomes(workshop, source, cases, **more):
    with Session(workshop, order(source), cases, **more) as session:
        return [session.run(each, NOT_KNOWN) for each in cases]


def outcome(workshop, source, *arguments, **more):
    return outcomes(workshop, source, [case(*arguments, **more)])[0]


def limited(source, count=1, **limits):
    """Return what becomes of the last of some equal cases under limits that are set."""
    with Workshop(limits=Limits(**limits)) as opened:
        return outcomes(opened, source, [case(name=str(n)) for n in range(count)])[-1]


SEES = """
import sys
def answer():
    return sorted(name for name in sys.modules if name.startswith("autograder"))
"""


def test_a_child_sees_no_rule_no_right_answer_and_no_vocabulary(workshop):
    seen = outcome(workshop, SEES).values[0]
    assert "autograder.lab" in seen
    assert not [name for name in seen if name.startswith(("autograder.lessons", "autograder.notebook"))]
    counted = "from autograder.lab import count_tokens\ndef answer():\n    return count_tokens('hello')"
    assert outcome(workshop, counted).status == "raised"


def test_all_of_the_lab_is_loaded_before_a_child_is_forked(workshop):
    """A child that loads it anew, as given code makes it do, takes ten times as long to begin."""
    seen = outcome(workshop, SEES).values[0]
    assert {f"autograder.lab.{each.name}" for each in pkgutil.iter_modules(autograder.lab.__path__)} <= set(seen)


@pytest.mark.parametrize("module", ["decimal", "sqlite3", "hashlib", "asyncio", "statistics", "zoneinfo"])
def test_the_standard_library_is_there_also_where_it_is_imported_late(workshop, module):
    told = outcome(workshop, f"def answer():\n    import {module}\n    return {module}.__name__")
    assert told.values == (module,)


def test_the_lab_s_parts_are_there_also_where_they_are_imported_late(workshop):
    source = (
        "def answer():\n    from autograder.lab import reading_session\n    return len(reading_session(3).history())"
    )
    assert outcome(workshop, source).values == (8,)


def test_threads_are_allowed(workshop):
    source = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "def answer():\n    with ThreadPoolExecutor(4) as pool:\n        return list(pool.map(abs, range(-9, 0)))"
    )
    assert outcome(workshop, source).values == ([9, 8, 7, 6, 5, 4, 3, 2, 1],)


def test_sets_time_and_randomness_are_the_same_in_every_workshop():
    source = (
        "import random, time, datetime\n"
        "def answer():\n    return [list({'a', 'bb', 'ccc', 'dddd'}), hash('x'), time.tzname[0], "
        "datetime.datetime.fromtimestamp(0).hour]"
    )
    found = []
    for jail in ("full", "base", "none"):
        with Workshop(jail) as opened:
            found.append(outcome(opened, source).values)
    assert found[0] == found[1] == found[2]


# ---- limits, each with its sentence


@pytest.mark.parametrize(
    ("source", "limits", "count", "status", "note"),
    [
        ("def answer():\n    while True: pass", {"patience": 0.1}, 1, "timeout", ""),
        (
            "import signal\ndef answer():\n    signal.signal(signal.SIGALRM, signal.SIG_IGN)\n    signal.pause()",
            {"call_wall": 0.5},
            1,
            "timeout",
            "none within 0.5 s; a function of this course never waits",
        ),
        ("def answer(x=sum(range(10**12))): pass", {"load_cpu": 0.2}, 1, "timeout", ""),
        (
            "def answer():\n    return bytearray(200_000_000)",
            {"memory": 150 * MEGABYTE},
            1,
            "raised",
            "a graded function may use 150 MB of memory",
        ),
        (
            "import threading, time\ndef answer():\n"
            "    for _ in range(99): threading.Thread(target=time.sleep, args=(9,), daemon=True).start()",
            {"memory": 64 * MEGABYTE},
            1,
            "raised",
            "its threads need more than the 64 MB of memory there are",
        ),
        (
            "import os\ndef answer():\n    return [open(os.__file__) for _ in range(99)]",
            {"files": 9},
            1,
            "raised",
            "a graded function may have 9 files open at once",
        ),
        (
            "def answer():\n    open('/tmp/x', 'w')",
            {},
            1,
            "raised",
            "where submissions are graded there are no files to write, no network and no other processes",
        ),
        ("import os\ndef answer():\n    os.fork()", {}, 1, "raised", "no other processes"),
        ("def answer():\n    return 'x' * 3_000_000", {"answer_bytes": MEGABYTE}, 1, "stopped", "is larger than 1 MB"),
        ("def answer():\n    return [0] * 200", {"answer_parts": 100}, 1, "stopped", "has more than 100 parts"),
        ("def answer():\n    return [[[[[]]]]]", {"answer_depth": 5}, 1, "stopped", "is nested more than 5 deep"),
        ("def answer():\n    return [[[[[]]]]]", {}, 1, "ok", ""),
        (
            "def answer():\n    return 'x' * 900_000",
            {"lesson_bytes": MEGABYTE},
            3,
            "not judged",
            "its answers to this lesson come to more than 1 MB",
        ),
        (
            "def answer():\n    return [0] * 60",
            {"lesson_parts": 100},
            3,
            "not judged",
            "its answers to this lesson have more than 100 parts",
        ),
        (
            "def answer():\n    sum(range(5_000_000))",
            {"lesson_cpu": 0.01},
            2,
            "not judged",
            "the 0.01 s of processor time for this lesson are used up",
        ),
        (
            "import time\ndef answer():\n    time.sleep(0.2)",
            {"lesson_wall": 0.1},
            2,
            "not judged",
            "the 0.1 s for this lesson are over",
        ),
    ],
)
def test_each_limit_can_be_set_and_has_its_own_sentence(source, limits, count, status, note):
    met = limited(source, count, **limits)
    assert (met.status, met.note[-len(note) :] if note else "") == (status, note)


@pytest.mark.parametrize(
    ("limits", "note"),
    [
        (
            {"submission_cpu": 0.01},
            "the 0.01 s of processor time for all lessons of this submission together are used up",
        ),
        ({"submission_wall": 0.05}, "the 0.05 s for all lessons of this submission together are over"),
    ],
)
def test_a_submission_s_limits_count_its_lessons_together(limits, note):
    source = "import time\ndef answer():\n    sum(range(5_000_000))\n    time.sleep(0.06)"
    with Workshop(limits=Limits(**limits)) as opened:
        submission = Budget(opened.limits)
        first = outcomes(opened, source, [case()], submission=submission)[0]
        second = outcomes(opened, source, [case()], submission=submission)[0]
    assert (first.status, second.status, second.note) == ("ok", "not judged", note)


TWO = """
import os

def find_safe_tail_start(messages, desired):
    os._exit(3)

def trim_history(messages, max_messages=10, head=2):
    return {"messages": list(messages), "dropped": 0}
"""


def test_after_a_death_the_next_case_and_the_next_lesson_are_judged(workshop, tmp_path):
    source = "import os\ndef answer(n):\n    return n if n % 2 else os._exit(3)"
    numbers = [case(n, name=str(n)) for n in range(4)]
    assert [each.status for each in outcomes(workshop, source, numbers)] == ["died", "ok", "died", "ok"]
    path = tmp_path / "ch03_trim.py"
    path.write_text(TWO)
    first, second, *_ = judge_submission(workshop, read_submission(path))
    assert first.report.title == "ended the process"
    assert first.report.shown.got == "its process exited with code 3"
    assert second.report.score > 0


def test_a_zygote_that_is_killed_is_started_again(workshop):
    with Workshop() as opened:
        assert outcome(opened, "def answer():\n    return 1").values == (1,)
        os.kill(opened._process.pid, signal.SIGKILL)
        opened._process.wait()
        assert outcome(opened, "def answer():\n    return 2").values == (2,)
        assert opened.jail == workshop.jail


# ---- hidden cases

REMEMBERS = """
seen = []

def answer(word):
    seen.append(word)
    print(seen)
    raise RuntimeError(f"seen {seen}")
"""


def test_hidden_cases_are_run_where_nothing_that_is_shown_can_come_from(workshop):
    words = [case("hidden 1", name="1", hidden=True), case("open 1", name="2"), case("hidden 2", name="3", hidden=True)]
    words += [case("open 2", name="4")]
    told = [each.error.text for each in outcomes(workshop, REMEMBERS, words)]
    assert told[1] == "seen ['open 1']"
    assert told[3] == "seen ['open 1', 'open 2']"
    assert told[2] == "seen ['hidden 1', 'hidden 2']"


def test_large_inputs_of_hidden_cases_are_in_no_other_child(workshop):
    spy = "from autograder.execution import built\ndef answer(*given):\n    return sorted(built._ahead)"
    hidden = case(built("long_history", count=317), name="hidden", hidden=True, seconds=0.5)
    seen = [case(name="open"), case(built("long_history", count=316), name="large", seconds=0.5)]
    told = outcomes(workshop, spy, [seen[1], hidden, seen[0]])
    assert "317" not in str((told[0], told[2]))
    assert "317" not in str(outcomes(workshop, spy, [seen[0]]))


def test_half_a_character_in_an_error_can_be_written(workshop):
    source = "def answer(text):\n    raise ValueError(f'no {text}')  # \ud83d"
    error = outcome(workshop, "def answer(text):\n    raise ValueError(f'no {text}')", "\ud83d").error
    assert error.text == r"no \ud83d"
    assert outcome(workshop, source, "a").status in ("raised", "unreadable")  # no Python: its source cannot be encoded


# ---- large arguments


def test_what_is_built_ahead_is_new_for_every_case(workshop):
    source = "def answer(messages):\n    count = len(messages)\n    del messages[1:]\n    return [count]"
    large = [case(built("long_history", count=300), name=str(n), seconds=0.5 * (n % 2) + 0.5) for n in range(4)]
    told = outcomes(workshop, source, large)
    assert [each.values for each in told] == [([300],)] * 4
    assert all(each.arguments is not None for each in told)


def test_what_is_built_ahead_is_built_once_and_as_it_would_be_anew(workshop):
    source = "import time\ndef answer(messages):\n    return messages"
    one = outcome(workshop, source, built("long_history", count=200), seconds=0.5)
    assert one.status == "ok"
    assert one.arguments is None
    assert one.values == ({"$": "argument", "items": [{"$": "in", "i": 0, "n": 200}]},)


def test_a_case_that_judges_speed_is_sent_alone(workshop, monkeypatch):
    """A child that had other cases before could use their time for this one."""
    sent, send = [], Child.send
    monkeypatch.setattr(Child, "send", lambda child, thing: (sent.append(thing), send(child, thing)))
    mixed = [case(n, name=str(n), seconds=0.5 if n < 2 else 2.0) for n in range(5)]
    assert [each.values for each in outcomes(workshop, "def answer(n):\n    return n", mixed)] == [
        (n,) for n in range(5)
    ]
    assert [len(each) for each in sent if type(each) is list] == [1, 1, 3]


def test_a_large_case_that_was_too_slow_is_enough(workshop):
    """The next large case is left out, and those after it are judged."""
    source = "def answer(n):\n    while n > 9: pass\n    return n"
    large = [case(n, name=str(n), seconds=0.2) for n in (10, 11)]
    small = [case(n, name=str(n)) for n in range(3)]
    with Session(workshop, order(source), [*large, *small]) as session:
        assert session.run(large[0], NOT_KNOWN).status == "timeout"
        assert [session.run(each, NOT_KNOWN).values for each in small] == [(0,), (1,), (2,)]


def test_a_large_answer_that_is_known_is_not_written_out(workshop):
    source = "def answer(messages):\n    return [dict(each) for each in messages]"
    large = case(built("long_history", count=300), seconds=0.5)
    right = outcome_of(lambda messages: messages, large)
    with Session(workshop, order(source), [large]) as session:
        assert session.run(large, right).values is right.values
    with Session(workshop, order(source.replace("messages]", "messages[1:]]")), [large]) as session:
        assert len(session.run(large, right).values[0]) == 299


GUESSES = """
import sys
def answer(guesses):
    frame = sys._getframe()
    while "channel" not in frame.f_locals:
        frame = frame.f_back
    channel = frame.f_locals["channel"]
    for guess in guesses:
        channel.send({"case": 0, "fingerprint": guess})
        channel.receive()
"""


@pytest.mark.parametrize(("right", "guesses"), [("c", ["a", "c"]), ("", [""]), ("", [None, ""]), ("c", [["c"]])])
def test_a_child_that_guesses_has_one_guess(workshop, right, guesses):
    large = case(guesses, seconds=0.5)
    with Session(workshop, order(GUESSES), [large]) as session:
        assert session.run(large, Outcome("ok", fingerprint=right)).status == "unreadable"


def test_writing_out_a_large_answer_is_not_charged_to_the_call(workshop):
    source = "def answer(messages):\n    return [each | {'seen': [1, 2]} for each in messages]"
    assert outcome(workshop, source, built("long_history", count=10_000), seconds=0.05).status == "ok"


def test_work_done_beforehand_is_charged_to_a_large_case(workshop):
    source = "import time\nwhile time.process_time() < {seconds}: pass\ndef answer(n):\n    return n"
    mixed = [case(1, name="large", seconds=0.2), case(2, name="small")]
    assert [each.status for each in outcomes(workshop, source.format(seconds=0.1), mixed)] == ["ok", "ok"]
    assert [each.status for each in outcomes(workshop, source.format(seconds=1.0), mixed)] == ["timeout", "ok"]


PADS = """
import signal, sys, time
def answer(parts):
    signal.setitimer(signal.ITIMER_PROF, 0)
    while time.process_time() < 1.0: pass
    frame = sys._getframe()
    while "channel" not in frame.f_locals:
        frame = frame.f_back
    channel = frame.f_locals["channel"]
    padding = [0] * 400_000
    if "ask" in parts:
        channel.send({"case": 0, "ask": ["x", [], {"padding": padding}]})
        channel.receive()
    channel.send({"case": 0, "fingerprint": "a" if "right" in parts else "b", "padding": padding, "outcome": {}})
    channel.receive()
    plain = {"status": "ok", "values": [0], "errors": [None], "arguments": padding, "note": "", "printed": 0}
    channel.send({"case": 0, "outcome": plain, "padding": padding})
"""


@pytest.mark.parametrize("parts", [["right"], ["right", "ask"], ["whole"]])
def test_padding_buys_no_time(workshop, parts):
    large = case(parts, seconds=0.2)
    with Session(workshop, order(PADS), [large]) as session:
        assert session.run(large, Outcome("ok", fingerprint="a")).status != "ok"


def test_a_wrapper_that_shows_another_signature_and_takes_the_call_is_right(workshop):
    source = "def answer(*args):\n    return 3\nanswer.__wrapped__ = lambda: None"
    assert outcome(workshop, source, 1).values == (3,)
    assert outcome(workshop, "def answer():\n    return 3", 1).status == "wrong signature"


def test_time_asked_for_by_questions_is_not_given(workshop):
    """Processor time of a case is counted over all it asks."""
    source = (
        "import signal, time\n"
        "def answer(ask):\n"
        "    signal.setitimer(signal.ITIMER_PROF, 0)\n"
        "    for _ in range(40):\n"
        "        start = time.process_time()\n"
        "        while time.process_time() < start + 0.05: pass\n"
        "        ask()\n"
        "    return 1"
    )
    from autograder.execution.cases import Script, callback

    slow = Case("slow", 1, (Step(CALL, (callback("ask"),)),), {"ask": Script(({"return": 1},))}, seconds=0.5)
    assert outcomes(workshop, source, [slow])[0].status == "timeout"


def test_an_answer_without_a_value_for_every_step_is_not_taken(workshop):
    class_case = Case("steps", 1, (Step(NEW), Step("one"), Step("two")))
    source = "class answer:\n    def one(self): return 1\n    def two(self): return 2"
    assert outcomes(workshop, source, [class_case])[0].values == (None, 1, 2)


# ---- the source


@pytest.mark.parametrize(
    "source",
    [
        "def f(): return " + "-" * 20_000 + "1",
        "def f(): return " + "1" + "+1" * 20_000,
        "def f(): return '\ud800'",
        "def f(): return " + "(" * 500 + ")" * 500,
        "def f(): return " + "9" * 20_000,
        "def f():\n    return 1\n\0",
    ],
)
def test_a_source_that_python_cannot_read_costs_a_sentence_and_no_judge(workshop, source):
    (pieces, problem) = taken_apart(
        workshop, [Cell("cell 1", source, "f"), Cell("cell 2", "def g(): return 1")], ["f", "g"]
    )["f"]
    assert pieces == []
    assert problem.startswith(("cannot be read", "is nowhere"))
    assert (
        taken_apart(workshop, [Cell("cell 1", source, "f"), Cell("cell 2", "def g(): return 1")], ["g"])["g"][1] == ""
    )


def test_a_long_line_of_blanks_is_read_within_the_limit(workshop):
    cells = [Cell("cell 1", "def f(): return 1\nx" + " " * 300_000 + "y?\n" + "? " * 100_000 + "x?", "f")]
    pieces, problem = taken_apart(workshop, cells, ["f"])["f"]
    assert (problem, len(pieces)) == ("", 1)


def test_a_function_that_sleeps_is_told_so(workshop):
    source = "import time\ndef answer():\n    time.sleep(99)"
    slept = outcome(workshop, source, seconds=0.05)
    assert (slept.status, slept.note) == ("timeout", "none within 0.5 s; a function of this course never waits")
