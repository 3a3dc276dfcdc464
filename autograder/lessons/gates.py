"""Gates: what is asked of any function before the first rule: is it written, does it come back, in the right form?"""

from autograder.execution.cases import CALL
from autograder.execution.outcomes import Outcome
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_list_of_messages
from autograder.lessons.trial import Trial

NOT_WRITTEN = "is not written yet"


def gate(lesson: Lesson, trial: Trial) -> tuple[str, Finding] | None:
    """Return what stops a trial before any rule: a sentence to follow the function's name, and the finding.

    A refusal that is expected passes, and so does any outcome of a case whose right answer is a refusal.
    """
    outcome = trial.outcome
    if outcome.status in _STOPS:
        title, expected = _STOPS[outcome.status]
        return title, Finding(expected, _came(trial) or title)
    if outcome.status == "raised" and not outcome.values:
        return _raised(outcome)  # before any call, where the cells themselves ran: no answer, whatever the error
    if trial.right.status == "raised":
        return _unreadable(trial) or _strange_question(trial)
    if outcome.error is not None:
        return _unreadable(trial) or _strange_question(trial) if _is_an_answer(lesson, trial) else _raised(outcome)
    return _unreadable(trial) or _strange_question(trial) or _wrong_form(lesson, trial)


_STOPS = {
    "not written": (NOT_WRITTEN, "an answer"),
    "not a function": ("is not a function", "the function itself, as in check(name), not what it returns"),
    "wrong signature": ("takes other arguments", "the arguments of the stub, in its order and with its defaults"),
    "timeout": ("did not come back", "an answer; right ones take a small part of the time limit"),
    "stopped": ("went past a limit", "an answer within the limits of a graded run"),
    "died": ("ended the process", "an answer"),
    "unreadable": ("returned something that cannot be read", "plain text, numbers, lists and dicts"),
    "not judged": ("was not tried here", "an answer; after several cases that did not come back the rest was left out"),
}


def _came(trial: Trial) -> str:
    """Say what came instead of an answer, as a sentence of its own."""
    status, note = trial.outcome.status, trial.outcome.note
    if status == "timeout":
        return note or f"none within {trial.case.seconds:g} s of processor time; it was stopped"
    if status == "not judged":
        return f"none; it was not called: {note}" if note else "none; it was not called"
    of_the_answer, of_itself = ("unreadable", "stopped"), ("wrong signature", "not a function")
    subject = "the answer " if status in of_the_answer else "it " if status in of_itself else ""
    return note and subject + note


def _is_an_answer(lesson: Lesson, trial: Trial) -> bool:
    """Whether an error that came out is judged by rules: one of the lesson's, or one that a callback raised."""
    error, scripts = trial.outcome.error, trial.case.scripts.values()
    assert error is not None
    of_callbacks = {str(answer["raise"]) for script in scripts for answer in script.answers if "raise" in answer}
    return bool({*error.kinds} & {*lesson.raises, *of_callbacks})


def _raised(outcome: Outcome) -> tuple[str, Finding]:
    error = outcome.error
    assert error is not None
    text = f"{error.kinds[0]}: {error.text}" if error.text else error.kinds[0]
    frames = "".join(f"\n{where}: {line}" for where, line in error.frames)
    note = f"\n{outcome.note}" if outcome.note else ""
    return f"raised {error.kinds[0]}", Finding("an answer", text + note + frames)


def _unreadable(trial: Trial) -> tuple[str, Finding] | None:
    note = trial.unreadable()
    if not note:
        return None
    title, expected = _STOPS["unreadable"]
    return title, Finding(expected, f"the answer {note}")


def _strange_question(trial: Trial) -> tuple[str, Finding] | None:
    """Stop where a callback was given a list that is none of messages: what callbacks of this course take."""
    for asked in trial.asked:
        for argument in (*asked.args, *asked.kwargs.values()):
            instead = a_list_of_messages(argument) if isinstance(argument, list) else None
            if instead is not None:
                return "hands on what is no message", Finding("a list of messages", f"{asked.name} was given {instead}")
    return None


def _wrong_form(lesson: Lesson, trial: Trial) -> tuple[str, Finding] | None:
    words, shape = lesson.returns
    if trial.answer is None and trial.right_answer is not None and shape(None) is not None:
        return "returned None", Finding(words, "None: the function returned it, or ended without a return")
    answers = trial.answers if trial.case.steps[0].target == CALL else [trial.answer]
    instead = next(filter(None, map(shape, answers)), None)
    return None if instead is None else ("returned another form", Finding(words, instead))
