"""What a right `runtime_layer` does."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone

from autograder.execution.cases import CALL, Case, Step
from autograder.execution.values import Encoder
from autograder.lessons.ch06_system_prompt.crashes import CRASHES, crash
from autograder.lessons.contents import shown
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_text
from autograder.lessons.trial import Trial

lesson = Lesson(
    "runtime_layer",
    "ch06_system_prompt",
    minutes=10,
    difficulty=1,
    returns=("a text: the layer's content", a_text),
    raises=CRASHES,
)


def is_about_dates(trial: Trial) -> bool:
    """Say whether a case gives plain dates, which have no time to leave out."""
    return any(type(each) is date for _, args, _ in trial.calls for each in args)


def days(trial: Trial) -> list[tuple[str, str, str]]:
    """Return for each call the day asked for, the model, and the learner's text; nothing where a call raised."""
    if trial.outcome.error is not None:
        return []
    calls = [trial.given_at(step) for step in range(len(trial.calls))]
    return [
        (each["now"].isoformat()[:10], each["model"], text) for each, text in zip(calls, trial.answers, strict=True)
    ]


@lesson.rule(
    4,
    reason="without the date a model takes the end of its training for today",
    look="Which day was given, and is it in your text, written as 2026-11-02?",
    think="Year, month, day, with dashes and zeros; the day that was given, in its own zone, not that of your clock.",
    nearly="now.isoformat() of a date or a datetime, and of that the first ten characters",
)
def names_the_date(trial: Trial) -> Finding | None:
    """Judge that the day is there."""
    if is_about_dates(trial):
        return None
    for day, _, text in days(trial):
        if day not in text:
            return Finding(f"a text with {day} in it{_own_zone(trial)}", shown(text))
    return crash(trial, "a text with the day in it")


def _own_zone(trial: Trial) -> str:
    zoned = any(isinstance(each, datetime) and each.tzinfo for _, args, _ in trial.calls for each in args)
    return ", the day in the zone of `now`" if zoned else ""


@lesson.rule(
    3,
    reason="an agent that moves to another model asks itself who it is, and answers with what it was trained to say",
    look="Is the name of the model in your text, as it was given?",
    think="The harness knows which model it calls; the model does not.",
    nearly='f"... {model} ..."',
)
def names_the_model(trial: Trial) -> Finding | None:
    """Judge that the model is there."""
    if is_about_dates(trial):
        return None
    for _, model, text in days(trial):
        if model not in text:
            return Finding(f"a text with {model!r} in it", shown(text))
    return None


@lesson.rule(
    8,
    reason="a time in the prompt made every request a miss, 0 % hits; moved out, 98 % (Systemorph/MeshWeaver#2108)",
    look="What differs between the texts of two times of the same day?",
    think="Hours, minutes, zones and counters change the prefix. The date alone is the same all day, and no longer.",
    nearly="use the date of now, and nothing else of it",
)
def changes_once_a_day(trial: Trial) -> Finding | None:
    """Judge that two times of a day give the same text, and two days do not."""
    if is_about_dates(trial):
        return None
    said: dict[str, tuple[str, str]] = {}
    for day, model, text in days(trial):
        before = next((each for each, key in said.items() if key == (day, model)), text)
        if before != text:
            return Finding(f"the same text all day: {shown(before)}", shown(text))
        other = said.setdefault(text, (day, model))
        if other != (day, model):
            return Finding(f"another text for {day} than for {other[0]}", shown(text))
    return None


@lesson.rule(
    2,
    reason="a harness keeps the day of a session as a date; a layer that needs a clock breaks where there is none",
    look="Which type has `now` here, and which methods has that type?",
    think="A datetime is a date, but a date is no datetime: it has no hour, and no method date().",
    nearly="something that both have: isoformat, strftime, or year, month and day",
)
def takes_a_date_too(trial: Trial) -> Finding | None:
    """Judge plain dates."""
    if not is_about_dates(trial):
        return None
    wrong = next((day for day, model, text in days(trial) if day not in text or model not in text), None)
    if wrong is not None:
        return Finding(f"a text with {wrong} and the model in it", shown(trial.answer))
    if trial.outcome.error is None and len(set(trial.answers)) > len({day for day, _, _ in days(trial)}):
        return Finding(f"the same text all day: {shown(trial.answers[0])}", shown(trial.answer))
    return crash(trial, "a text: `now` may be a date")


def case(name: str, *times: date, model: str = "gpt-6-sol") -> Case:
    """Make a case that asks once for each time, one after the other."""
    encoder = Encoder()
    return Case(name, 10 * len(times), tuple(Step(CALL, (encoder.encode(each), model)) for each in times))


@lesson.enumeration
def every_hour() -> Iterator[Case]:
    """Yield pairs of times of one day, closer and closer."""
    start = datetime(2026, 11, 2)
    for number, seconds in enumerate((1, 60, 3_599, 3_600, 36_000, 86_399)):
        yield case(f"apart {number}", start, start + timedelta(seconds=seconds))


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    morning = datetime(2026, 11, 2, 9, 5)
    east = timezone(timedelta(hours=8))
    return [
        case("a date", date(2026, 11, 2)),
        case("a datetime", morning),
        case("the first of a month", date(2027, 1, 1), date(2027, 1, 1)),
        case("a leap day", datetime(2024, 2, 29, 12)),
        case("midnight and the last second", datetime(2026, 11, 2), datetime(2026, 11, 2, 23, 59, 59, 999_999)),
        case("two minutes of a day", morning, morning.replace(minute=6)),
        case("two microseconds of a day", morning, morning.replace(microsecond=1)),
        case("two days", morning, morning + timedelta(days=1)),
        case("two days, and the first again", morning, morning + timedelta(days=1), morning.replace(hour=20)),
        case("a time with a zone", morning.replace(tzinfo=east), morning.replace(hour=1, tzinfo=east)),
        case("another model", morning, model="claude-opus-5"),
        case("a model with a blank and a sign", morning, morning.replace(hour=22), model="Qwen3 32B @ local"),
    ]
