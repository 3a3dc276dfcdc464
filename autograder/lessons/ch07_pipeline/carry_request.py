"""What a right `carry_request` does."""

from typing import Any

from autograder.execution.values import same
from autograder.lab.messages import Message, text_of
from autograder.lessons.ch07_pipeline.carry_request_cases import edges, every_small_loss
from autograder.lessons.ch07_pipeline.lists import lacking, names
from autograder.lessons.common import in_time, left_alone
from autograder.lessons.contents import shown
from autograder.lessons.drawing import message_label, message_labels, window_of_rows
from autograder.lessons.lesson import Finding, Lesson, Row
from autograder.lessons.shapes import a_list_of_messages
from autograder.lessons.trial import Trial

lesson = Lesson(
    "carry_request",
    "ch07_pipeline",
    minutes=30,
    difficulty=3,
    returns=("a list of messages", a_list_of_messages),
)

HERE = "put here"


class Carried:
    """Where an answer and a right one put a message into `after`.

    Attributes:
        before: what was given.
        after: what was given.
        wanted: the index in `after` before which the request belongs; `None` where nothing is to be added.
        place: the same for the learner's answer; `None` unless it is `after` with one more message.
        added: that message.
    """

    def __init__(self, trial: Trial) -> None:
        """Compare both answers with `after`."""
        self.before: list[Message] = trial.given["before"]
        self.after: list[Message] = trial.given["after"]
        self.answer, self.right = trial.answer, trial.right_answer
        self.wanted = _place(self.after, self.right, None)
        self.place = _place(self.after, self.answer, self.wanted)
        self.added = None if self.place is None else self.answer[self.place]
        self.request = None if self.wanted is None else self.right[self.wanted]

    @property
    def tail_place(self) -> int:
        """Where the longest common tail begins, whatever batch is there."""
        shared = 0
        while shared < min(len(self.before), len(self.after)) and same(
            self.before[-1 - shared], self.after[-1 - shared]
        ):
            shared += 1
        return len(self.after) - shared

    @property
    def is_moved(self) -> bool:
        """Whether a batch moves the request away from the common tail."""
        return self.wanted != self.tail_place

    @property
    def because(self) -> str:
        """Why the request belongs where it does."""
        if self.is_moved:
            return "it must not stand in or behind that batch"
        last = "that is where the common tail begins"
        return last if self.wanted != len(self.after) else "after does not end like what followed the request"

    def finding(self, expected: str, got: str) -> Finding:
        """Return a finding with `after` drawn, and where the request stands in it."""
        labels = [*message_labels(self.after), "(the end)"]
        rows = [
            Row(i if i < len(self.after) else None, label, _mark(i, self.place), _mark(i, self.wanted))
            for i, label in enumerate(labels)
        ]
        return Finding(expected, got, window_of_rows(rows, self.wanted or 0))


def _mark(index: int, place: int | None) -> str:
    return HERE if index == place else "-"


def _place(after: list[Message], answer: list[Any], preferred: int | None) -> int | None:
    """Return where one message was put in; among neighbours that are equal, the preferred place."""
    if len(answer) != len(after) + 1:
        return None
    front = next((i for i, each in enumerate(after) if not same(each, answer[i])), len(after))
    back = next((i for i, each in enumerate(reversed(after)) if not same(each, answer[-1 - i])), len(after))
    first = len(after) - back
    if first > front:
        return None
    return preferred if preferred is not None and first <= preferred <= front else front


def where(after: list[Message], place: int) -> str:
    """Say where in `after` something stands."""
    if place == len(after):
        return "at the end"
    return f"before message {place} of after, {message_label(after[place])}"


def is_within(after: list[Message], answer: list[Any]) -> bool:
    """Say whether every message of `after` is in an answer, in order."""
    rest = iter(answer)
    return all(any(same(each, other) for other in rest) for each in after)


@lesson.rule(
    1,
    reason="whatever a summary or a cut has left is all that the model will see (blueberrycongee/wuu#142)",
    look="Is every message of after in your answer, as it was and in its order?",
    think="The answer is after, and perhaps one message more.",
    nearly="[*after[:place], request, *after[place:]]",
)
def keeps_what_is_there(trial: Trial) -> Finding | None:
    """Judge that `after` is all there."""
    after = trial.given["after"]
    if is_within(after, trial.answer):
        return None
    missing = lacking(after, trial.answer)
    return Finding(
        "every message of after, verbatim and in order", f"without {names(missing)}" if missing else "another order"
    )


@lesson.rule(
    7,
    reason="the agent went on without knowing what it was asked to do (NousResearch/hermes-agent#10896)",
    look="Which request does before end on, and is it still the newest one of after?",
    think="Neither a summary nor a task state is a request, and an older request is not the active one. "
    "What is lost must come back, and what is there must not come twice.",
    nearly="find the newest real user message of both; where they are equal with ==, or before has none: list(after)",
)
def adds_the_request_only_where_it_is_lost(trial: Trial) -> Finding | None:
    """Judge how many messages are added."""
    carried = Carried(trial)
    wanted, got = (len(each) - len(carried.after) for each in (trial.right_answer, trial.answer))
    if wanted == got or not is_within(carried.after, trial.answer):
        return None
    newest = next((each for each in reversed(carried.after) if _is_request(each)), None)
    if carried.request is not None:
        standing = f"the newest request of after is {message_label(newest)}" if newest else "after has no request"
        expected = f"one message added, {message_label(carried.request)}: {standing}"
    elif any(map(_is_request, carried.before)):
        expected = "nothing added: the request is not lost"
    else:
        expected = "nothing added: before has no request"
    return carried.finding(expected, f"{got} added" if got else "nothing added")


def _is_request(message: Message) -> bool:
    return message.get("role") == "user" and not text_of(message).startswith(("[Compacted]", "[Task state]"))


@lesson.rule(
    4,
    reason="a summary taken for the request was carried out as a new task (NousResearch/hermes-agent#11475)",
    look="Which message did your function put back?",
    think="The active request is the newest user message that is neither a summary nor a task state, verbatim.",
    nearly='role is "user", and the text starts with neither "[Compacted]" nor "[Task state]"',
)
def carries_the_active_request(trial: Trial) -> Finding | None:
    """Judge which message is added."""
    carried = Carried(trial)
    if carried.request is None or carried.added is None or same(carried.added, carried.request):
        return None
    expected, got = (
        f"a {each.get('role')} message that says {shown(each.get('content'))}"
        for each in (carried.request, carried.added)
    )
    return carried.finding(expected, got if got != expected else f"{got}, with other keys")


@lesson.rule(
    5,
    reason="a request behind the work that was done for it reads as a new one, and the work is done again "
    "(openclaw/openclaw#82513)",
    look="Which messages at the end of after also stand at the end of before, one by one?",
    think="What followed the request and is still there must follow it again. What is new, such as a summary, stands "
    "before it.",
    nearly="count from the end of each list while the messages are equal; the request goes before them",
)
def puts_it_before_the_common_tail(trial: Trial) -> Finding | None:
    """Judge the place, where no batch moves it."""
    carried = Carried(trial)
    return None if carried.is_moved else _misplaced(carried)


@lesson.rule(
    4,
    reason="a user message between a call and its results is a 400 (BerriAI/litellm#10696)",
    look="Is your place between a call and its results, or behind a call that still waits?",
    think="A batch may only be whole on one side of the request, and nothing may follow a running one.",
    nearly="for batch in find_batches(after): where batch.start < place < batch.end, place = batch.start",
)
def splits_no_batch(trial: Trial) -> Finding | None:
    """Judge the place, where a batch moves it."""
    carried = Carried(trial)
    return _misplaced(carried) if carried.is_moved else None


def _misplaced(carried: Carried) -> Finding | None:
    if carried.wanted is None or carried.wanted == carried.place:
        return None
    if carried.place is None or not same(carried.added, carried.request):
        return None  # another rule's subject
    expected = f"{where(carried.after, carried.wanted)}: {carried.because}"
    return carried.finding(expected, where(carried.after, carried.place))


@lesson.rule(
    1,
    reason="a history changed in place is lost to the store and to a retry (code-yeongyu/senpi#1422)",
    look="Are both lists still the same afterwards, and is your answer another list?",
    think="insert and append change the caller's list.",
    nearly="return a new list in every branch, also where nothing is added",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


@lesson.rule(
    3,
    on=("speed",),
    reason="the request is looked after before every round; comparing tails anew for each length freezes long sessions",
    look="How often does your function compare the same two messages?",
    think="Each message of the common tail needs to be looked at once.",
    nearly="one loop that counts up, and compares one pair at a time",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge large histories."""
    return in_time(trial)


lesson.enumeration(every_small_loss)
lesson.named(edges)
