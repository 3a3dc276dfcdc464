"""What holds of every taught function; a new lesson is covered as soon as its chapter names it."""

import ast
import doctest
import importlib
import inspect
import json
import os
import pkgutil
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jupytext
import pytest

import autograder.lab
from autograder.authoring.source import ROOT
from autograder.authoring.standard import ANSWERS, label_of, load_answer
from autograder.execution.calls import arguments_of, decode_calls
from autograder.execution.outcomes import Outcome, Raised
from autograder.execution.values import same
from autograder.grading.nbgrader_cells import check_id
from autograder.lessons.catalog import chapter_lessons, chapter_title, chapters, lesson_folders, lesson_named
from autograder.lessons.gates import NOT_WRITTEN
from autograder.lessons.judging import first_broken
from autograder.lessons.oracle import right_function
from autograder.lessons.running import judge_runs, standard_run
from autograder.lessons.trial import Trial
from autograder.tests.verdicts import LESSONS, answer_path, answers, runner, sampled_cases, verdict_of

MOST_CASES = 120  # of a standard run
FEWEST_WRONG = {"trim_history": 12}
FEWEST_RIGHT = {name: 4 for name, chapter in lesson_folders().items() if chapter == "ch03_trim"}
SAMPLED = 500  # cases of the enumeration that every right variant is tried on
TRIVIAL_SHARE = 0.1  # of the points, at most, for an answer that says nothing

each_lesson = pytest.mark.parametrize("name", LESSONS)
each_chapter = pytest.mark.parametrize("chapter", chapters())


def docstring(name: str) -> str:
    return inspect.cleandoc(right_function(name).__doc__ or "")


def exercise(chapter: str) -> Any:
    return json.loads((ROOT / "exercises" / chapter / f"{chapter}.ipynb").read_text(encoding="utf-8"))


def cell_texts(notebook: Any) -> dict[str, str]:
    """Return the text of each cell that nbgrader knows, by its grade id."""
    cells = [each for each in notebook["cells"] if "nbgrader" in each["metadata"]]
    return {each["metadata"]["nbgrader"]["grade_id"]: "".join(each["source"]) for each in cells}


@each_lesson
def test_a_lesson_says_all_it_must(name: str) -> None:
    lesson = lesson_named(name)
    assert (lesson.name, lesson.chapter) == (name, lesson_folders()[name])
    assert lesson.minutes > 0
    assert lesson.difficulty in (1, 2, 3)
    assert lesson.returns[0].strip()
    assert len({rule.name for rule in lesson.rules}) == len(lesson.rules) > 0
    for rule in lesson.rules:
        assert rule.points > 0, rule.name
        assert rule.on, rule.name
        assert rule.reason.strip(), rule.name
        assert all(hint.strip() for hint in rule.hints), rule.name
        assert len(set(rule.hints)) == 3, rule.name
        assert re.fullmatch(r"[a-z]+(_[a-z]+)+", rule.name), rule.name


@each_lesson
def test_a_docstring_lists_the_rules_in_their_order(name: str) -> None:
    listed = re.findall(r"^ *(\d+)\. (\w+):", docstring(name), re.MULTILINE)
    assert listed == [(str(number), rule.name) for number, rule in enumerate(lesson_named(name).rules, 1)]


@each_lesson
def test_a_docstring_has_its_parts_and_examples(name: str) -> None:
    function = right_function(name)
    methods = [each for key, each in vars(function).items() if callable(each)] if inspect.isclass(function) else []
    text = "\n\n".join([docstring(name), *(inspect.cleandoc(each.__doc__ or "") for each in methods)])
    assert "\nExamples:\n" in text
    assert len(doctest.DocTestParser().get_examples(text)) >= 2
    if inspect.signature(function).parameters:
        assert "\nArgs:\n" in text
    if not methods:
        assert "\nReturns:\n" in text
    if any(right.status == "raised" for _, right in standard_run(name)):
        assert "\nRaises:\n" in text


@each_lesson
def test_the_examples_of_a_docstring_are_true(name: str) -> None:
    function = right_function(name)
    module = importlib.import_module(f"autograder.lessons.right.{name}")
    runs = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in doctest.DocTestFinder().find(function, name, globs=vars(module).copy()):
        runs.run(test)
    assert runs.summarize(verbose=False).failed == 0


@each_lesson
def test_a_solution_keeps_every_rule(name: str) -> None:
    verdict = judge_runs(name, runner(right_function(name)))
    assert verdict.passed, verdict.broken
    assert verdict.score == lesson_named(name).points


@each_lesson
def test_a_stub_is_not_written_yet_and_earns_nothing(name: str) -> None:
    stub: dict[str, Any] = {need: right_function(need) for need in lesson_named(name).needs}
    exec(cell_texts(exercise(lesson_folders()[name]))[name], stub)
    verdict = judge_runs(name, runner(stub[name]))
    assert verdict.shown is not None
    assert (verdict.shown.title, verdict.score) == (NOT_WRITTEN, 0)


@each_lesson
def test_every_rule_has_a_wrong_answer_of_its_name(name: str) -> None:
    labels = Counter(
        label_of(answer_path(lesson, "wrong", stem)) for lesson, stem in answers("wrong") if lesson == name
    )
    assert labels.keys() == {rule.name for rule in lesson_named(name).rules}
    assert labels.total() >= FEWEST_WRONG.get(name, 8)


@pytest.mark.parametrize(("name", "stem"), answers("wrong"))
def test_a_wrong_answer_breaks_first_the_rule_it_names(name: str, stem: str) -> None:
    verdict = verdict_of(name, "wrong", stem)
    label = label_of(answer_path(name, "wrong", stem))
    assert verdict.broken == label
    assert verdict.score < lesson_named(name).points
    assert verdict.shown is not None
    assert verdict.shown.rule is not None, verdict.shown.title
    assert verdict.shown.rule.name == label


@each_lesson
def test_there_are_several_right_variants(name: str) -> None:
    assert sum(lesson == name for lesson, _ in answers("right")) >= FEWEST_RIGHT.get(name, 3)


@pytest.mark.parametrize(("name", "stem"), answers("right"))
def test_a_right_variant_has_full_points(name: str, stem: str) -> None:
    verdict = verdict_of(name, "right", stem)
    assert verdict.passed, (verdict.broken, verdict.shown and verdict.shown.finding)
    assert verdict.score == lesson_named(name).points


@pytest.mark.parametrize(("name", "stem"), answers("right"))
def test_a_right_variant_breaks_nothing_in_the_enumeration(name: str, stem: str) -> None:
    """So that the smaller example that is searched for after a failure never blames a right function."""
    run = runner(load_answer(answer_path(name, "right", stem), name))
    for case, right in sampled_cases(name, SAMPLED):
        shown = first_broken(lesson_named(name), Trial(name, case, run(case, right), right))
        assert shown is None, (case.name, shown.title, shown.finding)


@pytest.mark.parametrize(("name", "stem"), [*answers("wrong"), *answers("right")])
def test_an_answer_says_in_one_sentence_what_it_is(name: str, stem: str) -> None:
    kind = "wrong" if (name, stem) in answers("wrong") else "right"
    said = ast.get_docstring(ast.parse(answer_path(name, kind, stem).read_text(encoding="utf-8")))
    assert said
    assert said.splitlines()[0].endswith(".")


def trivial_answers(name: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield functions that say nothing about what they are given; `None` stands for every answer of another form."""
    values = [right.values[-1] for _, right in standard_run(name) if right.status == "ok"]
    common = most_common(values)
    constants: list[Any] = [None, True, False, 0, 1, 0.0, "", [], {}]
    for constant in [*(each for each in constants if each is None or fits(name, each)), common]:
        yield f"always {constant!r:.40}", lambda *_, _constant=constant, **__: _constant
    yield "the input", lambda *args, **kwargs: given(args, kwargs)
    yield "a copy of the input", lambda *args, **kwargs: copied(given(args, kwargs))
    yield "the input in the right form", lambda *args, **kwargs: formed(common, copied(given(args, kwargs)))
    yield "an empty answer in the right form", lambda *_, **__: formed(common, None)
    yield "always an error", refuse_everything


def most_common(values: list[Any]) -> Any:
    written = [repr(each) for each in values]
    return values[written.index(Counter(written).most_common(1)[0][0])]


def fits(name: str, answer: Any) -> bool:
    return lesson_named(name).returns[1](answer) is None


def given(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return next(iter([*args, *kwargs.values()]), None)


def copied(thing: Any) -> Any:
    return list(thing) if isinstance(thing, list) else thing


def formed(answer: Any, filling: Any) -> Any:
    """Return something of an answer's form: the filling where it fits, else nothing of the same type."""
    if isinstance(answer, dict) and "$" not in answer:
        return {key: formed(each, filling) for key, each in answer.items()}
    kind = list if isinstance(answer, (list, dict)) else type(answer)
    if isinstance(filling, kind):
        return filling
    return None if answer is None else kind()


def refuse_everything(*args: Any, **kwargs: Any) -> Any:
    raise ValueError(f"{kwargs} {args} messages max_messages head desired max_length text limit window")


def as_class(function: Callable[..., Any]) -> type:
    """Return a class whose every method is the function."""

    class Trivial:
        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def __getattr__(self, method: str) -> Callable[..., Any]:
            return function

    return Trivial


@each_lesson
def test_an_answer_that_says_nothing_earns_at_most_a_tenth(name: str) -> None:
    lesson = lesson_named(name)
    is_class = inspect.isclass(right_function(name))
    earned = {
        words: judge_runs(name, runner(as_class(function) if is_class else function)).score
        for words, function in trivial_answers(name)
    }
    assert {words: score for words, score in earned.items() if score > TRIVIAL_SHARE * lesson.points} == {}


@each_lesson
def test_an_error_of_a_definition_is_no_answer_whatever_it_is(name: str) -> None:
    for kind in ("NotImplementedError", *lesson_named(name).raises):
        error = Raised((kind, "PromptTooLong", "RuntimeError", "ValueError", "Exception", "BaseException"), "")
        assert judge_runs(name, lambda case, right, error=error: Outcome("raised", errors=(error,))).score == 0


@cache
def lab_callables() -> dict[str, Any]:
    """Return everything public in the lab that can be called; `serve` answers until it is stopped."""
    found = {}
    for module in pkgutil.walk_packages(autograder.lab.__path__, "autograder.lab."):
        for name, thing in vars(importlib.import_module(module.name)).items():
            if callable(thing) and not name.startswith("_") and getattr(thing, "__module__", "") == module.name:
                found[f"{module.name}.{name}"] = thing
    del found["autograder.lab.http.serve"]
    return found


@each_lesson
def test_nothing_in_the_lab_passes_a_lesson(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # what is called with a lesson's arguments may take a text for a path
    lesson = lesson_named(name)
    for place, thing in lab_callables().items():
        run = runner(thing)
        trials = (Trial(name, case, run(case, right), right) for case, right in standard_run(name))
        assert any(first_broken(lesson, trial) is not None for trial in trials), place


@each_lesson
def test_no_rule_changes_what_a_case_gives(name: str) -> None:
    """The judge decodes a case's arguments once, for all whom it judges."""
    for stem in [stem for lesson, stem in answers("wrong") if lesson == name]:
        verdict_of(name, "wrong", stem)
    for case, _ in standard_run(name):
        fresh = arguments_of(decode_calls(case.to_json())[:1])
        assert all(map(same, arguments_of(case.calls[:1]), fresh)), case.name


@each_lesson
def test_a_standard_run_is_small_and_its_cases_differ(name: str) -> None:
    cases = [case for case, _ in standard_run(name)]
    assert len(cases) <= MOST_CASES
    assert len({case.name for case in cases}) == len(cases)
    rules = {rule.name for rule in lesson_named(name).rules}
    assert {label for case in cases for label in case.telling} == rules


def test_no_lesson_needs_itself_not_even_through_others() -> None:
    def needed(name: str, above: tuple[str, ...] = ()) -> None:
        assert name not in above, f"{' needs '.join([*above, name])}"
        for need in lesson_named(name).needs:
            needed(need, (*above, name))

    for name in LESSONS:
        needed(name)


@each_chapter
def test_a_chapter_has_a_title_a_source_and_its_lessons(chapter: str) -> None:
    assert re.search(r"[.?]$", str(importlib.import_module(f"autograder.lessons.{chapter}").__doc__).splitlines()[0])
    assert chapter_title(chapter)
    source = jupytext.read(ROOT / "solutions" / f"{chapter}.py", fmt="py:percent")
    solved = [cell.metadata["solution"] for cell in source.cells if "solution" in cell.metadata]
    checked = [cell.metadata["check"] for cell in source.cells if "check" in cell.metadata]
    taught = [lesson.name for lesson in chapter_lessons(chapter)]
    assert solved == checked == taught


@each_chapter
def test_an_exercise_holds_no_outputs_and_no_solution(chapter: str) -> None:
    notebook = exercise(chapter)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    told = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    assert "SOLUTION" not in told
    source = (ROOT / "solutions" / f"{chapter}.py").read_text(encoding="utf-8")
    for solution in re.findall(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", source, re.DOTALL):
        lines = [line.strip() for line in solution.splitlines()]
        assert [line for line in lines if len(line) > 30 and line in told] == []


@pytest.mark.parametrize("chapter", [chapter for chapter in chapters() if chapter_lessons(chapter)])
def test_an_exercise_gives_away_none_of_its_own_functions(chapter: str) -> None:
    given_code = (ROOT / "exercises" / chapter / f"given_{chapter[:4]}.py").read_text(encoding="utf-8")
    defined = {each.name for each in ast.parse(given_code).body if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
    earlier = {name for name, folder in lesson_folders().items() if folder < chapter}
    assert not {name for name, folder in lesson_folders().items() if folder >= chapter} & defined
    assert earlier <= defined


@each_lesson
def test_a_lesson_has_a_stub_and_a_check_with_its_points(name: str) -> None:
    notebook = exercise(lesson_folders()[name])
    texts = cell_texts(notebook)
    assert texts[name].rstrip().endswith("raise NotImplementedError")
    assert texts[check_id(name)].rstrip().endswith(f"check({name}).score")
    points = [
        cell["metadata"]["nbgrader"]["points"]
        for cell in notebook["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == check_id(name)
    ]
    assert points == [lesson_named(name).points]


def test_no_file_lies_where_nothing_looks_for_it() -> None:
    known = {answer_path(name, kind, stem) for kind in ("wrong", "right") for name, stem in answers(kind)}
    found = {path for path in ANSWERS.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert found - known == set()
    assert {path.name for path in (ROOT / "solutions").iterdir()} == {f"{chapter}.py" for chapter in chapters()}
    assert {path.name for path in (ROOT / "exercises").iterdir()} == set(chapters())


def verdicts_in_short(every: int) -> dict[str, Any]:
    """Return every n-th answer's verdict, as JSON."""
    chosen = [(kind, *each) for kind in ("wrong", "right") for each in answers(kind)[::every]]
    short = {}
    for kind, name, stem in chosen:
        verdict = verdict_of(name, kind, stem)
        shown = verdict.shown and (verdict.shown.trial.case.name, verdict.shown.finding.expected)
        short[f"{name} {stem}"] = [list(verdict.states), list(shown) if shown else None]
    return short


def test_another_process_with_another_hash_seed_says_the_same_of_the_same_code() -> None:
    program = (
        "import json; from autograder.tests.test_course_invariants import verdicts_in_short;"
        "print(json.dumps(verdicts_in_short(12)))"
    )
    seeded = os.environ | {"PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    other = subprocess.run([sys.executable, "-c", program], env=seeded, capture_output=True, text=True, check=True)
    assert json.loads(other.stdout) == verdicts_in_short(12)
