"""What a right `archive` does."""

from typing import Any

from autograder.execution.cases import CALL, Case, Script, Step, callback
from autograder.execution.outcomes import Asked
from autograder.execution.values import same
from autograder.lab.messages import Message, assistant, call, system, tool, user
from autograder.lessons.asked import arguments_of
from autograder.lessons.ch07_pipeline.calls import said
from autograder.lessons.ch07_pipeline.lists import lacking, names
from autograder.lessons.common import left_alone
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "archive",
    "ch07_pipeline",
    minutes=15,
    difficulty=2,
    returns=("a whole number: how many messages were appended", an_int),
    raises=("ValueError",),
)


def appended(asked: list[Asked], session: str) -> list[Any]:
    """Return everything that was appended to a session, in order."""
    calls = [args for args in arguments_of(asked, "store.append") if len(args) == 2 and type(args[1]) is list]
    return [message for name, messages in calls if name == session for message in messages]


@lesson.rule(
    2,
    on=("answer", "refusal"),
    reason="an agent that resumed under another session's name went on with a stranger's work",
    look="Which sessions did your function ask the store for?",
    think="The store knows what it has. Ask it for this session, under exactly this name, and for no other.",
    nearly="store.read(session), then perhaps store.append(session, ...)",
)
def keeps_to_its_session(trial: Trial) -> Finding | None:
    """Judge which sessions are read and written."""
    session = trial.given["session"]
    calls = [(name, args) for name in ("read", "append") for args in arguments_of(trial.asked, f"store.{name}")]
    strange = next((f"store.{name}({args[0]!r}, ...)" for name, args in calls if args and args[0] != session), None)
    expected = f"store.read({session!r}), and no other session"
    if strange is not None:
        return Finding(expected, strange)
    return None if any(name == "read" for name, _ in calls) else Finding(expected, "the store was never read")


@lesson.rule(
    4,
    on=("answer", "refusal"),
    reason="a history that was compacted first replaced the full one, and nothing could be restored "
    "(blueberrycongee/wuu#142)",
    look="Does the history begin with everything that is stored, message by message?",
    think="The store is append-only: a history that does not go on from it is another one, or was cut. A shorter one "
    "does not begin with it either.",
    nearly="compare messages[:len(stored)] with stored before anything is appended",
)
def refuses_another_history(trial: Trial) -> Finding | None:
    """Judge what is refused, and what is not."""
    error, session = trial.outcome.error, trial.given["session"]
    if trial.right.error is None:
        yours, right = (appended(each, session) for each in (trial.asked, trial.right_asked))
        if error is None or not same(yours, right[: len(yours)]):  # what was stored wrongly earlier is another rule's
            return None
        return Finding("no error: the history begins with what is stored", said(error))
    expected = f"a ValueError that names the session {session!r}, and nothing appended"
    if error is None or "ValueError" not in error.kinds or session not in error.text:
        return Finding(expected, said(error))
    extra = lacking(appended(trial.asked, session), appended(trial.right_asked, session))
    return Finding(expected, f"the error, and appended before it: {names(extra)}") if extra else None


@lesson.rule(
    6,
    reason="what the window drops and the store does not have is gone for good (blueberrycongee/wuu#142)",
    look="Which messages are in the history and never reached the store?",
    think="What the store has is the front of the history. Everything behind that front is new, whatever it says.",
    nearly="new = messages[len(stored):]",
)
def stores_what_is_new(trial: Trial) -> Finding | None:
    """Judge that all that is new arrives, in order."""
    yours, right = (appended(each, trial.given["session"]) for each in (trial.asked, trial.right_asked))
    missing = lacking(right, yours)
    if missing and trial.outcome.error is not None and lacking(yours, right):
        return None  # what came twice made a later call refuse
    if missing:
        return Finding(f"appended: {names(right)}", f"{names(missing)} never appended")
    in_order = [each for each in yours if any(same(each, other) for other in right)]
    if len(in_order) == len(right) and not same(in_order, right):
        return Finding(f"appended in this order: {names(right)}", names(in_order))
    return None


@lesson.rule(
    3,
    reason="a turn replayed into the store came back with doubled call ids, and was refused "
    "(anthropics/claude-code#28515)",
    look="Which message did your function append although the store had it?",
    think="An append adds at the end, whatever is there. Hand over only what is new.",
    nearly="append messages[len(stored):], not messages",
)
def stores_nothing_twice(trial: Trial) -> Finding | None:
    """Judge that nothing else arrives."""
    yours, right = (appended(each, trial.given["session"]) for each in (trial.asked, trial.right_asked))
    extra = lacking(yours, right)
    return Finding(f"appended: {names(right)}", f"also appended: {names(extra)}") if extra else None


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="an agent archives after every round; an append of nothing takes the lock and waits for the disk as well",
    look="With what was append called?",
    think="Where nothing is new there is nothing to write.",
    nearly="if new: store.append(session, new)",
)
def writes_only_what_is_new(trial: Trial) -> Finding | None:
    """Judge appends of nothing."""
    empty = any(len(args) == 2 and args[1] == [] for args in arguments_of(trial.asked, "store.append"))
    return (
        Finding("no call of append where nothing is new", "store.append was called with no messages") if empty else None
    )


@lesson.rule(
    2,
    reason="a log that says 40 messages were stored when 2 were hides the loss of the other 38",
    look="How many messages went into the store at this call, and what came back?",
    think="Count what is new, not what is there.",
    nearly="return len(new)",
)
def counts_what_it_appended(trial: Trial) -> Finding | None:
    """Judge the counts."""
    if same(trial.answers, trial.right_answers):
        return None
    expected, got = (", then ".join(map(str, each)) for each in (trial.right_answers, trial.answers))
    return Finding(expected, got)


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="the history is still in use: the next request is made of it (code-yeongyu/senpi#1422)",
    look="Is the history that was given still the same afterwards?",
    think="Archiving copies. It takes nothing out.",
    nearly="slices, not pop or del",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


HISTORY = [
    system("be brief"),
    user("What do the notes say?"),
    assistant(calls=[call("a", "read_file", {"path": "one.md"}), call("b", "read_file", {"path": "two.md"})]),
    tool("Buy milk.", "a"),
    tool("Call Ada.", "b"),
    assistant("Buy milk, and call Ada."),
]


def case(name: str, size: int, stored: list[Message] | None, *histories: list[Message], **more: Any) -> Case:
    """Make a case: what the store holds, and the histories archived one after the other.

    Args:
        name: what the case shows.
        size: its place in order of size.
        stored: what the store holds of the session; `None` where it does not know it.
        histories: each archived by a call of its own.
        more: `session`, its name, and `others`, other sessions of the store.
    """
    session = more.get("session", "monday")
    keeps: dict[str, list[Message]] = dict(more.get("others", {}))
    if stored is not None:
        keeps[session] = stored
    steps = tuple(Step(CALL, (callback("store"), session, each)) for each in histories)
    return Case(name, size, steps, {"store": Script(methods=("append", "read"), keeps=keeps)})


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    ok = [user("go on"), assistant("ok"), user("go on"), assistant("ok"), user("go on"), assistant("ok")]
    odd = [user(None), {"role": "user"}, user([{"type": "text", "text": "see"}, {"type": "image_url"}]), user("")]
    other = [system("be long"), *HISTORY[1:]]
    talk = [user("one"), assistant("two"), user("three"), assistant("four")]
    summed_up = [user("a"), user("[Compacted]\n\na"), user("[Task state]\nGoal: b")]
    compacted = [HISTORY[0], user("[Compacted]\n\nThe notes are read."), *HISTORY[4:]]
    similar = {"session": "Monday ", "others": {"monday": ok[:1], "Monday": ok[:1]}}
    return [
        case("a new session", 10, None, HISTORY[:2]),
        case("a session the store knows as empty", 11, [], HISTORY[:2]),
        case("two new messages", 12, talk[:2], talk),
        case("everything new but the first message", 13, HISTORY[:1], HISTORY),
        case("one new message", 14, HISTORY[:5], HISTORY),
        case("nothing new", 15, HISTORY[:3], HISTORY[:3]),
        case("an empty history of a new session", 1, None, []),
        case("round after round", 30, None, HISTORY[:2], HISTORY[:5], HISTORY),
        case("twice the same", 20, None, HISTORY[:2], HISTORY[:2]),
        case("the same words again and again", 21, ok[:2], ok),
        case("a running batch", 22, HISTORY[:2], HISTORY[:4], HISTORY[:5]),
        case("content None, in parts, empty, and missing", 23, odd[:1], odd),
        case("a summary and a task state are messages too", 24, summed_up[:1], summed_up),
        case("another session beside it", 25, HISTORY[:2], HISTORY[:3], others={"tuesday": ok}),
        case("a session with nearly the same name", 26, None, HISTORY[:2], **similar),
        case("another first message", 40, [user("else"), *talk[1:2]], talk),
        case("another last message", 41, [*talk[:1], assistant("else")], talk),
        case("another message in the middle", 42, [talk[0], assistant("else"), talk[2]], talk),
        case("a result of another call", 49, HISTORY[:4], [*HISTORY[:3], tool("Buy milk.", "b")]),
        case("shorter than what is stored", 43, talk, talk[:2]),
        case("an empty history, and something is stored", 44, talk[:2], []),
        case("a history that was compacted", 45, HISTORY, compacted),
        case("a history whose results were cut", 46, HISTORY[:4], [*HISTORY[:3], tool("Buy…", "a"), HISTORY[4]]),
        case("archived, then another history", 47, None, talk[:2], [user("else"), *talk[1:]]),
        case("another history, of another first message and a batch", 48, HISTORY[:3], other),
    ]
