"""What a right `recall` does."""

from autograder.execution.cases import CALL, Case, Script, Step, callback
from autograder.execution.values import same
from autograder.lab.messages import Message, assistant, system, tool, user
from autograder.lessons.asked import arguments_of
from autograder.lessons.ch07_pipeline.archive import HISTORY
from autograder.lessons.ch07_pipeline.calls import said
from autograder.lessons.ch07_pipeline.lists import lacking, names
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_list_of_messages
from autograder.lessons.trial import Trial

lesson = Lesson(
    "recall",
    "ch07_pipeline",
    minutes=5,
    difficulty=1,
    returns=("a list of messages", a_list_of_messages),
    raises=("LookupError", "ValueError"),
)


@lesson.rule(
    3,
    reason="an agent that resumed under another session's name went on with a stranger's work",
    look="Which sessions did your function ask the store for?",
    think="Names that look alike are different sessions. Ask for this one only, and do not guess another.",
    nearly="one call: store.read(session)",
)
def keeps_to_its_session(trial: Trial) -> Finding | None:
    """Judge which sessions are read."""
    session = trial.given["session"]
    read = [args[0] for args in arguments_of(trial.asked, "store.read") if args]
    strange = next((name for name in read if name != session), None)
    expected = f"store.read({session!r}), and no other session"
    if strange is not None:
        return Finding(expected, f"store.read({strange!r})")
    return None if read else Finding(expected, "the store was never read")


@lesson.rule(
    6,
    reason="what recall leaves out cannot be found again, though it is all there (blueberrycongee/wuu#142)",
    look="Which stored messages are missing from your answer, or look different there?",
    think="The store is the full history. What a window or a budget wants less of is not this function's question.",
    nearly="return what was read, all of it",
)
def returns_everything_stored(trial: Trial) -> Finding | None:
    """Judge what comes back of a session that is known."""
    right = trial.right_answer
    if not right or same(trial.answer, right):
        return None
    if trial.outcome.error is not None:
        return Finding(f"{len(right)} messages", said(trial.outcome.error))
    missing, extra = lacking(right, trial.answer), lacking(trial.answer, right)
    if missing and extra:
        return Finding(f"{len(right)} messages, as they are stored", f"something else for {names(missing)}")
    if missing:
        return Finding(f"{len(right)} messages, all that are stored", f"without {names(missing)}")
    return Finding(f"{len(right)} messages, as they are stored", f"also {names(extra)}" if extra else "another order")


@lesson.rule(
    1,
    reason="a store that grows from being read holds messages that nobody said",
    look="What was append called with?",
    think="Recalling is reading.",
    nearly="no call of store.append",
)
def only_reads(trial: Trial) -> Finding | None:
    """Judge that nothing is written."""
    return (
        Finding("the store only read", "store.append was called") if arguments_of(trial.asked, "store.append") else None
    )


@lesson.rule(
    2,
    reason="a first visit is no mistake: an agent asks for its session before it has said anything",
    look="What did your function do with a session that has no messages?",
    think="Nothing stored is an empty history, which is a good start.",
    nearly="an empty list is an answer like any other",
)
def knows_the_unknown(trial: Trial) -> Finding | None:
    """Judge what comes back of a session that is unknown."""
    if trial.right_answer or (trial.outcome.error is None and trial.answer == []):
        return None
    error = trial.outcome.error
    return Finding("[]: nothing is stored", names(trial.answer) if error is None else said(error))


def case(name: str, size: int, session: str, keeps: dict[str, list[Message]]) -> Case:
    """Make a case from a session's name and what the store holds."""
    script = Script(methods=("append", "read"), keeps=keeps)
    return Case(name, size, (Step(CALL, (callback("store"), session)),), {"store": script})


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    said = [user("go on"), assistant("ok"), user("go on"), assistant("ok")]
    odd = [user(None), user([{"type": "text", "text": "see"}, {"type": "image_url"}]), user(""), tool("", "a")]
    compacted = [system("be brief"), user("[Compacted]\n\nread"), user("[Task state]\nGoal: b"), user("and?")]
    return [
        case("one message", 10, "monday", {"monday": [user("hi")]}),
        case("a system message", 9, "monday", {"monday": [system("be brief"), *said[:2]]}),
        case("a result", 8, "monday", {"monday": [assistant(calls=["a"]), tool("one", "a")]}),
        case("a batch", 11, "monday", {"monday": HISTORY}),
        case("the same words again", 12, "monday", {"monday": said}),
        case("content None, in parts, and empty", 13, "monday", {"monday": odd}),
        case("a summary and a task state", 14, "monday", {"monday": compacted}),
        case("a long session", 40, "monday", {"monday": [user(f"question {n}") for n in range(1, 15)]}),
        case("a long result", 15, "monday", {"monday": [*HISTORY[:3], tool("x" * 1_200, "a"), HISTORY[4]]}),
        case("a running batch", 16, "monday", {"monday": HISTORY[:4]}),
        case("two sessions", 17, "tuesday", {"monday": HISTORY, "tuesday": said}),
        case("names that differ in case", 18, "Monday", {"monday": said[:1], "Monday": said}),
        case("names that differ in a blank", 19, "monday ", {"monday": said[:1], "monday ": said}),
        case("an unknown session", 2, "tuesday", {"monday": said[:1]}),
        case("an unknown session with a name like a known one", 3, "Monday", {"monday": said[:1]}),
        case("an empty store", 1, "monday", {}),
        case("a session known as empty", 4, "monday", {"monday": []}),
    ]
