"""Reports: the same content as data, text and HTML, for every way a function can fall short."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len

from autograder.authoring.standard import answer_files, label_of, load_answer
from autograder.execution.cases import CALL, Case, Step
from autograder.feedback.html import report_html, style_html
from autograder.feedback.report import Report, Shown, fault_report, misuse_report, report_of
from autograder.feedback.text import rules_text
from autograder.lab import user
from autograder.lessons.catalog import lesson_named, lesson_names
from autograder.lessons.judging import JudgeFault, judge
from autograder.lessons.lesson import Finding, Row
from autograder.lessons.oracle import right_outcome
from autograder.lessons.trial import Trial
from autograder.notebook.judging import judged

ORPHAN = """\
✗ trim_history  leaves no orphan

  tried      trim_history([assistant(calls=["a", "b"]), tool("result a", "a"), tool("result b", "b")],
                 max_messages=1, head=0)
  expected   messages 0 and 1 stay too: messages 0, 1 and 2 are one batch
  got        message 2 stayed; its call, message 0, was dropped

  #  message               yours  a right answer
  0  assistant calls a, b  -      kept
  1  └ tool a              -      kept
  2  └ tool b              kept   kept

  in production   the provider rejects the whole request with 400 (langchain-ai/langmem#126)
  points          36 of 46
  next            hint(trim_history)
"""
WRONG = [("trim_history", path) for path in answer_files("trim_history", "wrong")]
WRONG += [("find_safe_tail_start", path) for path in answer_files("find_safe_tail_start", "wrong")]


def wrong(stem: str) -> Any:
    return load_answer(next(path for _, path in WRONG if path.stem == stem), "trim_history")


def report(function: Any, name: str = "trim_history") -> Report:
    return report_of(judged(function, name).verdict)


def trim(answer: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    """Return a function of the right form with this answer."""

    def trim_history(messages, max_messages=10, head=2):  # type: ignore[no-untyped-def]
        return answer(messages)

    return trim_history


def test_a_failure_is_said_as_the_style_asks() -> None:
    assert report(wrong("leaves_no_orphan__looks_back_one")).text() == ORPHAN


@pytest.mark.parametrize(("name", "path"), WRONG, ids=[path.stem for _, path in WRONG])
def test_every_known_mistake_is_told_short_whole_and_the_same_in_text_and_html(name: str, path: Any) -> None:
    made = report(load_answer(path, name), name)
    text, page = made.text(), report_html(made)
    assert made.broken == label_of(path)
    assert (made.passed, made.standing) == (False, "broken")
    assert text.startswith(f"✗ {name}  {label_of(path).replace('_', ' ')}\n")
    assert len(text.splitlines()) <= 40
    assert max(map(cell_len, text.splitlines())) <= 110
    assert made.shown is not None
    assert made.next == f"hint({name})"
    for said in (made.shown.expected, made.shown.got):
        assert said in " ".join(text.split())
        assert said in page.replace("&#39;", "'").replace("&#34;", '"').replace("&gt;", ">").replace("&lt;", "<")
    assert json.loads(json.dumps(made.to_json()))["broken"] == label_of(path)


def test_a_report_in_order_says_points_and_what_comes_next() -> None:
    made = report(
        load_answer(answer_files("find_safe_tail_start", "right")[0], "find_safe_tail_start"), "find_safe_tail_start"
    )
    assert made.text() == (
        "✓ find_safe_tail_start  keeps every rule\n\n"
        "  points          20 of 20\n"
        "  next            on to trim_history; solution(find_safe_tail_start) shows one right version beside yours\n"
    )
    assert repr(made) == "<Report find_safe_tail_start: 20 of 20 points, passed>"
    assert (made.score, made.points, made.passed, made.broken) == (20, 20, True, None)


def test_the_last_function_of_a_chapter_says_that_it_is() -> None:
    last = lesson_names("ch03_trim")[-1]
    made = report(load_answer(answer_files(last, "right")[0], last), last)
    assert (
        made.next == f"solution({last}) shows one right version beside yours; this was the last function of the chapter"
    )


def test_a_report_carries_the_versions_and_the_rules_with_their_states() -> None:
    made = report(wrong("leaves_no_orphan__looks_back_one"))
    plain = made.to_json()
    assert (plain["lesson_version"], plain["package_version"]) == (lesson_named("trim_history").version, "0.1.0")
    assert {"name": "leaves_no_orphan", "points": 10, "state": "broken"} in plain["rules"]
    assert rules_text(made).splitlines()[4] == "✗  leaves no orphan                10  broken"
    assert rules_text(made).splitlines()[5] == "✓  loses no result                 6   held"
    assert f"{made.cases} cases · rules version {made.lesson_version} · package 0.1.0" in report_html(made)
    assert "displayed" not in plain


def test_rules_that_no_case_could_prove_are_said_to_be_unproven() -> None:
    made = report(trim(lambda messages: {"messages": list(messages), "dropped": 0}))
    assert "·  loses no result" in rules_text(made)
    assert "not yet put to the proof" in report_html(made)


def raises(messages: list[Any]) -> Any:
    return messages[99]


GATES: list[tuple[Any, str, str, str]] = [
    (
        trim(lambda messages: None),
        "returned None",
        "None: the function returned it, or ended without a return",
        "hint(trim_history)",
    ),
    (
        trim(raises),
        "raised IndexError",
        "IndexError: list index out of range\ntrim_history, line",
        "hint(trim_history)",
    ),
    (trim(lambda messages: 3), "returned another form", "a whole number", "hint(trim_history)"),
    (
        trim(lambda messages: {"messages": map(id, messages), "dropped": 0}),
        "returned something that cannot be read",
        "the answer contains a map, which is neither text, number, list nor dict",
        "hint(trim_history)",
    ),
    (
        lambda messages: {},
        "takes other arguments",
        "it takes (messages), and that does not fit the call: got an unexpected keyword argument 'max_messages'",
        "write the line that begins with def as the stub has it, then run check(trim_history)",
    ),
]


@pytest.mark.parametrize(("function", "title", "got", "way_out"), GATES, ids=[title for _, title, _, _ in GATES])
def test_what_stops_a_function_before_any_rule_is_said_calmly(
    function: Any, title: str, got: str, way_out: str
) -> None:
    made = report(function)
    assert (made.standing, made.title, made.reason, made.next) == ("stopped", title, "", way_out)
    assert made.text().startswith(f"○ trim_history  {title}\n")
    assert made.shown is not None
    assert made.shown.got.startswith(got)
    assert 'class="ag-report ag-stopped"' in report_html(made)
    assert repr(made) == f"<Report trim_history: {made.score} of 46 points, {title}>"


def test_a_line_that_raised_inside_a_comprehension_is_said_once() -> None:
    def trim_history(messages, max_messages=10, head=2):  # type: ignore[no-untyped-def]
        return [each["nothing"] for each in [*messages, {}]]

    made = report(trim_history)
    assert made.shown is not None
    assert made.shown.got.count('return [each["nothing"] for each in [*messages, {}]]') == 1


def test_what_is_not_a_function_has_no_call_to_show() -> None:
    made = report({"messages": []})
    assert made.text() == (
        "○ trim_history  is not a function\n\n"
        "  expected   the function itself, as in check(name), not what it returns\n"
        "  got        it is a dict, which cannot be called\n\n"
        "  points          0 of 46\n"
        "  next            write trim_history as a function, with def, then run check(trim_history)\n"
    )
    assert made.call == ""
    assert "tried" not in report_html(made)


def test_a_stub_is_not_written_yet_and_never_red() -> None:
    def trim_history(messages, max_messages=10, head=2):  # type: ignore[no-untyped-def]
        raise NotImplementedError

    made = report(trim_history)
    assert made.text() == (
        "○ trim_history  is not written yet\n\n"
        "  points          0 of 46\n"
        "  next            fill in the cell of trim_history, then run check(trim_history)\n"
    )
    assert "ag-broken" not in report_html(made)


def test_a_rule_that_only_a_hidden_case_breaks_is_named_without_the_case() -> None:
    lesson = lesson_named("trim_history")
    case = Case("secret", 1, (Step(CALL, ([user("classified")],), {"max_messages": 0, "head": 0}),), hidden=True)
    right = right_outcome("trim_history", case)
    outcome = replace(right, values=({"messages": [{"$": "in", "i": 0}], "dropped": 0},))
    made = report_of(judge(lesson, [Trial("trim_history", case, outcome, right)]))
    assert "classified" not in json.dumps(made.to_json())
    assert made.text().startswith("✗ trim_history  breaks a rule in a case that is not shown\n")


def test_a_fault_of_the_grader_is_said_to_be_its_own_with_the_case() -> None:
    def broken_rule(trial: Trial) -> None:
        raise LookupError("no such row")

    lesson = copy.copy(lesson_named("trim_history"))
    lesson.rules = [replace(lesson.rules[0], judge=broken_rule)]
    case = Case("one", 1, (Step(CALL, ([user("a")],)),))
    right = right_outcome("trim_history", case)
    wrong_outcome = replace(right, values=({"messages": [], "dropped": 0},))
    with pytest.raises(
        JudgeFault, match="rule changes_no_message of trim_history cannot judge the case 'one'"
    ) as caught:
        judge(lesson, [Trial("trim_history", case, wrong_outcome, right)])
    made = fault_report(caught.value)
    assert made.standing == "not judged"
    assert made.text() == (
        "○ trim_history  could not be judged; the fault is the grader's, not yours\n\n"
        '  tried      trim_history([user("a")])\n'
        "  expected   a verdict of the rule 'changes no message'\n"
        "  got        LookupError: no such row\n\n"
        "  points          0 of 46\n"
        "  next            report this case to whoever gave you the course; the other functions can be checked\n"
    )


def test_a_misuse_is_a_sentence_and_a_way_out() -> None:
    made = misuse_report("got a dict, which is not a function", "pass the function itself")
    assert made.text() == "○ check  got a dict, which is not a function\n\n  next            pass the function itself\n"
    assert repr(made) == "<Report check: 0 of 0 points, got a dict, which is not a function>"
    assert "<code>check</code>" in report_html(made)


def test_everything_a_learner_wrote_is_escaped_in_html() -> None:
    evil = "<script>alert('x')</script>"
    made = report(trim(lambda messages: {evil: 1}))
    assert evil in made.text()
    assert "<script" not in report_html(replace(made, title=evil, next=evil, notes=(evil,), reason=evil, lesson=evil))


def test_issues_are_links_in_html() -> None:
    page = report_html(report(wrong("leaves_no_orphan__looks_back_one")))
    assert '<a href="https://github.com/langchain-ai/langmem/issues/126"' in page
    assert "<code>hint(trim_history)</code>" in page


def test_a_page_needs_nothing_from_elsewhere_and_differs_by_more_than_colour() -> None:
    page = report(wrong("leaves_no_orphan__looks_back_one")).page()
    assert page == style_html() + report_html(report(wrong("leaves_no_orphan__looks_back_one")))
    assert "src=" not in page
    assert "url(" not in page
    assert page.count("← differs") == 2


def test_columns_stay_under_one_another_beside_wide_characters() -> None:
    made = report(wrong("leaves_no_orphan__looks_back_one"))
    assert made.shown is not None
    rows = (
        Row(8, 'user "目标是什么"', "kept", "-"),
        Row(9, 'user "x"', "-", "kept"),
        Row(None, "a new one", "new", "-"),
    )
    shown = Shown(made.shown.tried, "e", "g", rows, above=8, below=2)
    lines = replace(made, shown=shown).text().splitlines()
    table = lines[lines.index("  #  message            yours  a right answer") :]
    assert table[1:6] == [
        "     … 8 above",
        '  8  user "目标是什么"  kept   -',
        '  9  user "x"           -      kept',
        "     a new one          new    -",
        "     … 2 below",
    ]
    assert "… 8 above" in report_html(replace(made, shown=shown))
    assert "… 2 below" in report_html(replace(made, shown=shown))


def test_rows_say_how_many_messages_stand_above_and_below_them() -> None:
    made = report(
        trim(
            lambda messages: (
                {"messages": [*messages[:1], *messages[2:]], "dropped": 1} if len(messages) == 20 else right(messages)
            )
        )
    )
    assert made.shown is not None
    assert made.shown.rows[0].index == made.shown.above
    assert made.shown.above + len(made.shown.rows) + made.shown.below == 20


def right(messages: list[Any]) -> Any:
    return load_answer(answer_files("trim_history", "right")[0], "trim_history")(messages)


def test_a_finding_that_is_too_long_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = judged(wrong("leaves_no_orphan__looks_back_one"), "trim_history").verdict
    assert verdict.shown is not None
    long = replace(verdict, shown=replace(verdict.shown, finding=Finding("a " * 400, "b")))
    made = report_of(long)
    assert made.shown is not None
    assert made.shown.expected == "a " * 150 + "… (cut)"


def test_notes_are_quiet_lines_at_the_end() -> None:
    verdict = judged(wrong("leaves_no_orphan__looks_back_one"), "trim_history").verdict
    text = report_of(verdict, notes=("One.", "Two.")).text()
    assert text.endswith("  note            One.\n                  Two.\n")
