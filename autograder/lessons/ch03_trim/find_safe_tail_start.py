"""What a right `find_safe_tail_start` does."""

from collections.abc import Iterator
from typing import Any

from autograder.execution.cases import CALL, Case, Step, built
from autograder.lab.batches import Batch, find_batches
from autograder.lab.messages import Message, assistant, system, user
from autograder.lessons.common import in_time, left_alone, refusal
from autograder.lessons.drawing import message_labels, window_of_rows
from autograder.lessons.histories import repeats_ids, small_histories, spelled
from autograder.lessons.lesson import Finding, Lesson, Row
from autograder.lessons.shapes import an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "find_safe_tail_start",
    "ch03_trim",
    minutes=20,
    difficulty=2,
    returns=("a whole number: the index at which the tail starts", an_int),
)


def finding(trial: Trial, expected: str, got: str) -> Finding:
    """Return a finding with the cut drawn into the history."""
    rows = [
        Row(i, label, "tail" if i >= trial.answer else "-", "tail" if i >= trial.right_answer else "-")
        for i, label in enumerate(message_labels(trial.messages))
    ]
    return Finding(expected, got, window_of_rows(rows, trial.right_answer))


@lesson.rule(
    3,
    reason="a tail larger than it must be compacts too little, and compacts again next round "
    "(NousResearch/hermes-agent#109682)",
    look="How many messages does your tail hold, and how many were asked for?",
    think="Only a batch that the cut would split may make the tail longer than desired.",
    nearly="begin at len(messages) - desired, and move left only while that lies inside a batch",
)
def keeps_no_more_than_it_must(trial: Trial) -> Finding | None:
    """Judge that the tail does not start too early."""
    if repeats_ids(trial.messages) or trial.answer >= trial.right_answer:
        return None
    count, start = len(trial.messages), trial.right_answer
    expected = f"{start}, which leaves {count - start}: no batch is split, and {trial.given['desired']} were desired"
    return finding(trial, expected, f"{trial.answer}, which leaves {count - trial.answer}")


@lesson.rule(
    3,
    reason="a cut that snaps forward drops the newest results, which the model has not read (7df-lab/devo#186)",
    look="How many messages remain from your start to the end?",
    think="At least the desired number must remain, so a start inside a batch moves left, never right.",
    nearly="start only ever goes down from len(messages) - desired",
)
def keeps_what_is_desired(trial: Trial) -> Finding | None:
    """Judge that the tail holds enough."""
    count, start = len(trial.messages), trial.right_answer
    wanted = min(trial.given["desired"], count)
    if repeats_ids(trial.messages) or count - trial.answer >= wanted:
        return None
    expected = f"{start}, which leaves {count - start}: at least {wanted} must remain"
    return finding(trial, expected, f"{trial.answer}, which leaves {max(0, count - trial.answer)}")


@lesson.rule(
    5,
    reason="looking back one message is not enough with parallel calls (use-agent-os/agent-os#3077)",
    look="What stands at your start, and what directly before it?",
    think="With parallel calls the left neighbour of a result is another result. Go on to the call.",
    nearly="while messages[start] is a tool message: start -= 1",
)
def never_starts_inside_a_batch(trial: Trial) -> Finding | None:
    """Judge that the cut splits no batch."""
    split = batch_around(trial.messages, trial.answer)
    if repeats_ids(trial.messages) or split is None:
        return None
    got = f"{trial.answer}: that is inside the batch of messages {split.start} to {split.end - 1}"
    return finding(trial, f"{trial.right_answer}: the batch is whole on one side of the cut", got)


def batch_around(messages: list[Message], start: int) -> Batch | None:
    """Return the batch that a cut before `start` would split."""
    return next((each for each in find_batches(messages) if each.start < start < each.end), None)


@lesson.rule(
    3,
    reason="some models name every turn's calls alike, so ids cannot find a batch (charmbracelet/crush#3121)",
    look="Which batch did your function take the result for: the one it stands in, or an earlier one with that id?",
    think="A result belongs to the call directly before its run of results. Ids may repeat; positions do not.",
    nearly="walk left past results; never search the list for the id",
)
def pairs_by_position(trial: Trial) -> Finding | None:
    """Judge histories in which batches share ids."""
    if not repeats_ids(trial.messages) or trial.answer == trial.right_answer:
        return None
    return finding(
        trial, f"{trial.right_answer}: batches are found where they stand; ids repeat here", str(trial.answer)
    )


@lesson.rule(
    2,
    on=("refusal",),
    reason="a threshold below zero on a small window asked for a tail of minus twelve, and everything went "
    "(cline/cline#11894)",
    look="What does a negative number of desired messages mean?",
    think="It means a mistake elsewhere. Say so before anything is cut, also for an empty list.",
    nearly="if desired is below 0: raise ValueError with its name and value",
)
def refuses_a_negative_count(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    return refusal(trial, lambda given: ["desired"])


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="a history changed in place is lost to the store and to a retry (code-yeongyu/senpi#1422)",
    look="Is the list that was given still the same afterwards?",
    think="Finding a place needs no change: read, do not pop.",
    nearly="work with indices",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


@lesson.rule(
    3,
    on=("speed",),
    reason="an agent looks for its cut before every request; a pass per message freezes long sessions",
    look="How often does your function go over the whole tail?",
    think="Only the neighbours of the cut matter.",
    nearly="one loop that moves start, and no other loop inside it",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge large histories."""
    return in_time(trial)


def case(name: str, messages: Any, size: int = 0, *, desired: int, seconds: float | None = None) -> Case:
    """Make a case from a history and the number of messages desired."""
    step = Step(CALL, (messages, desired))
    size = size or 100 * len(messages) + max(desired, 0)
    return Case(name, size, (step,)) if seconds is None else Case(name, size, (step,), seconds=seconds)


@lesson.enumeration
def every_small_cut() -> Iterator[Case]:
    """Yield every small history with every number of messages desired, smallest first."""
    for number, messages in enumerate(small_histories(6)):
        for desired in range(len(messages) + 2):
            yield case(f"small {number}, {desired}", messages, desired=desired)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    five = spelled((("user", 0, 0), ("batch", 5, 5), ("user", 0, 0)))
    plain = [system("be brief"), user("question 1"), assistant("answer 2"), user("question 3")]
    running = spelled((("user", 0, 0), ("batch", 3, 1)))
    two = spelled((("batch", 2, 2), ("batch", 2, 2), ("user", 0, 0)))
    return [
        case("none desired", plain, desired=0),
        case("all desired", plain, desired=4),
        case("more desired than there are", plain, desired=9),
        case("a cut between plain messages", plain, desired=2),
        case("an empty history", [], 1, desired=0),
        case("an empty history, some desired", [], 2, desired=3),
        case("a cut before the last result of five", five, desired=2),
        case("a cut in the middle of a batch of five", five, desired=4),
        case("a cut just before the batch's call", five, desired=6),
        case("a cut just after the batch", five, desired=1),
        case("a cut in the second of two batches", two, desired=2),
        case("a cut between two batches", two, desired=4),
        case("a running batch, cut before its result", running, desired=1),
        case("a running batch without a result", spelled((("user", 0, 0), ("batch", 2, 0))), desired=1),
        case("a negative count", plain, 10, desired=-1),
        case("a negative count of an empty history", [], 3, desired=-2),
        case("a session of 8,000 messages", built("long_history", count=8_000), 10**9, desired=6_001, seconds=0.5),
        case("one batch of 8,000 results", built("wide_batch", count=8_000), 10**9, desired=4_000, seconds=0.5),
    ]
