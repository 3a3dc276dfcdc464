"""What a right `trim_history` does."""

from collections.abc import Iterator
from typing import Any

from autograder.execution.cases import CALL, Case, Step, built
from autograder.lab.batches import find_batches
from autograder.lab.messages import Message, assistant, system, user
from autograder.lessons.common import in_time, left_alone, refusal
from autograder.lessons.drawing import kept_rows, numbers, positions
from autograder.lessons.histories import repeats_ids, small_histories, spelled
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_dict_of, a_list_of_messages, an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "trim_history",
    "ch03_trim",
    minutes=30,
    difficulty=2,
    returns=(
        "a dict with exactly 'messages' (a list of messages) and 'dropped' (a whole number)",
        a_dict_of(messages=a_list_of_messages, dropped=an_int),
    ),
    needs=("find_safe_tail_start",),
)


class Kept:
    """Which input messages an answer and a right answer hold, by index."""

    def __init__(self, trial: Trial) -> None:
        """Match both answers with the input."""
        self.messages = trial.messages
        self.yours = positions(self.messages, trial.answer["messages"])
        self.right = positions(self.messages, trial.right_answer["messages"])
        self.have = {i for i in self.yours if i is not None}
        self.want = {i for i in self.right if i is not None}

    def finding(self, expected: str, got: str) -> Finding:
        """Return a finding with the history drawn beside it."""
        return Finding(expected, got, kept_rows(self.messages, self.yours, self.right))


def is_short(trial: Trial) -> bool:
    """Say whether everything fits the limit."""
    return bool(len(trial.messages) <= trial.given["max_messages"])


@lesson.rule(
    1,
    reason="a summary or note that nobody asked for shifts roles, and strict backends refuse it "
    "(NousResearch/hermes-agent#1720)",
    look="Compare the messages that stayed with those that were given: same text, same order, nothing new?",
    think="Trimming takes messages out. It writes none and rewrites none.",
    nearly="build the answer from slices of messages only",
)
def changes_no_message(trial: Trial) -> Finding | None:
    """Judge that what stays is the input's, verbatim and in order."""
    kept = Kept(trial)
    new = [i for i, place in enumerate(kept.yours) if place is None]
    if new:
        return kept.finding(
            "only messages that were given, as they were", f"entry {new[0]} of the answer is none of them"
        )
    order = list(dict.fromkeys(i for i in kept.yours if i is not None))
    if order != sorted(order):
        return kept.finding(
            "the messages in the order they had", f"messages {', '.join(map(str, order))}, in this order"
        )
    return None


@lesson.rule(
    1,
    reason="a window that cuts before it must forgets facts for nothing (NousResearch/hermes-agent#104806)",
    look="How many messages are there, and how many may stay?",
    think="Below or at the limit there is nothing to do, so answer before any cut is computed.",
    nearly="if the length is at most max_messages: return a copy of everything, and 0 dropped",
)
def keeps_a_short_history(trial: Trial) -> Finding | None:
    """Judge histories at or under the limit."""
    if not is_short(trial):
        return None
    kept = Kept(trial)
    if kept.have == kept.want and trial.answer["dropped"] == 0:
        return None
    count, limit = len(trial.messages), trial.given["max_messages"]
    lost = sorted(kept.want - kept.have)
    got = f"{numbers(lost)} dropped" if lost else f"dropped is {trial.answer['dropped']}"
    return kept.finding(f"everything kept, and dropped is 0: {count} is not more than max_messages={limit}", got)


@lesson.rule(
    1,
    reason="a cut that snaps the other way forgets the newest results, and the agent fetches them again "
    "(shareAI-lab/learn-claude-code#62)",
    look="Count from both ends: are the first head messages all there, and the last max_messages - head?",
    think="Head and tail only ever grow. Dropping a batch that straddles the cut loses what was asked for.",
    nearly="the head is at least messages[:head]; the tail is at least the last max_messages - head messages",
)
def keeps_head_and_tail(trial: Trial) -> Finding | None:
    """Judge that all that was asked for is there, grown or not."""
    if is_short(trial) or repeats_ids(trial.messages):
        return None
    kept = Kept(trial)
    count, head = len(kept.messages), trial.given["head"]
    tail = trial.given["max_messages"] - head
    lost = sorted({*range(head), *range(count - tail, count)} - kept.have)
    if not lost:
        return None
    expected = f"the first {head} and the last {tail} kept: head is {head}, and max_messages - head is {tail}"
    return kept.finding(expected, f"{numbers(lost)} dropped")


@lesson.rule(
    8,
    reason="what is never dropped is sent again each round, until the provider answers 400: prompt is too long",
    look="Which of the rows that a right answer drops did yours keep?",
    think="Only two parts may stay: the grown head, and the grown tail of max_messages minus head messages.",
    nearly="keep messages[:head_end] and messages[tail_start:]; nothing between head_end and tail_start",
)
def drops_the_middle(trial: Trial) -> Finding | None:
    """Judge that nothing between head and tail stays."""
    if is_short(trial) or repeats_ids(trial.messages):
        return None
    kept = Kept(trial)
    extra = sorted(kept.have - kept.want)
    if not extra:
        return None
    stay = "stays" if len(extra) == 1 else "stay"
    return kept.finding(f"{numbers(extra)} dropped: neither head nor tail needs it", f"{numbers(extra)} {stay}")


@lesson.rule(
    10,
    reason="the provider rejects the whole request with 400 (langchain-ai/langmem#126)",
    look="Where does your tail begin, and which message called for the result that stands there?",
    think="A tail that begins inside a batch must grow left to the start of that batch, however many results it has.",
    nearly="while the tail starts with a tool message: move its start one to the left",
)
def leaves_no_orphan(trial: Trial) -> Finding | None:
    """Judge that no result stays without its call."""
    if repeats_ids(trial.messages):
        return None
    kept = Kept(trial)
    for batch in find_batches(kept.messages):
        stayed = [i for i in range(batch.start + 1, batch.end) if i in kept.have]
        if stayed and batch.start not in kept.have:
            whole = [i for i in range(batch.start, batch.end) if i not in kept.have]
            verb = "its call" if len(stayed) == 1 else "their call"
            return kept.finding(
                f"{numbers(whole)} {'stays' if len(whole) == 1 else 'stay'} too: "
                f"{numbers(list(range(batch.start, batch.end)))} are one batch",
                f"{numbers(stayed)} stayed; {verb}, message {batch.start}, was dropped",
            )
    return None


@lesson.rule(
    6,
    reason="a call without its results is a 400 too (BerriAI/litellm#10696)",
    look="Where does your head end, and has the call that stands there all its results?",
    think="A head that ends inside a batch must grow right to the end of that batch.",
    nearly="while the message after the head is a tool message: take it into the head",
)
def loses_no_result(trial: Trial) -> Finding | None:
    """Judge that no call stays without its results."""
    if repeats_ids(trial.messages):
        return None
    kept = Kept(trial)
    for batch in find_batches(kept.messages):
        lost = [i for i in range(batch.start + 1, batch.end) if i not in kept.have]
        if lost and batch.start in kept.have:
            belong = "its result belongs" if len(lost) == 1 else "its results belong"
            expected = f"{numbers(lost)} kept too: message {batch.start} stays, and {belong} to it"
            return kept.finding(expected, f"{numbers(lost)} dropped; the call, message {batch.start}, stayed")
    return None


@lesson.rule(
    1,
    reason="a doubled call id is refused by name (anthropics/claude-code#28515)",
    look="Which message stands in your answer twice, and is it in the head, in the tail, or in both?",
    think="A batch may reach from the head into the tail. The tail must not grow past the end of the head.",
    nearly="tail_start = max(tail_start, head_end)",
)
def repeats_no_message(trial: Trial) -> Finding | None:
    """Judge that head and tail do not overlap."""
    kept = Kept(trial)
    twice = sorted(i for i in kept.have if kept.yours.count(i) > kept.right.count(i) >= 1)
    if not twice:
        return None
    return kept.finding(
        "every message at most once: the tail never grows past the head", f"{numbers(twice)} more than once"
    )


@lesson.rule(
    5,
    reason="some models name every turn's calls alike, so ids cannot find a batch (charmbracelet/crush#3121)",
    look="Which batch did your function take the result for: the one it stands in, or an earlier one with that id?",
    think="A result belongs to the call directly before its run of results. Ids may repeat; positions do not.",
    nearly="look left from the result, past other results, to the assistant message: never search the list for the id",
)
def pairs_by_position(trial: Trial) -> Finding | None:
    """Judge histories in which batches share ids."""
    if not repeats_ids(trial.messages):
        return None
    kept = Kept(trial)
    if kept.have == kept.want:
        return None
    extra, lost = sorted(kept.have - kept.want), sorted(kept.want - kept.have)
    got = " and ".join(f"{numbers(them)} {word}" for them, word in ((extra, "kept"), (lost, "dropped")) if them)
    return kept.finding("each result taken for the batch it stands in: ids repeat in this history", got)


@lesson.rule(
    4,
    reason="a pipeline that trusts a wrong count reports room that is not there "
    "(Martian-Engineering/lossless-claw#1177)",
    look="How many messages came in, and how many went out?",
    think="Count what really left: the head and tail grew, so max_messages says nothing about it.",
    nearly="dropped = len(messages) - len(kept)",
)
def counts_what_it_dropped(trial: Trial) -> Finding | None:
    """Judge the count."""
    count, answer = len(trial.messages), trial.answer
    really = count - len(answer["messages"])
    if answer["dropped"] == really:
        return None
    return Kept(trial).finding(
        f"dropped is {really}: {count} came in and {len(answer['messages'])} went out",
        f"dropped is {answer['dropped']}",
    )


@lesson.rule(
    4,
    on=("refusal",),
    reason="a head larger than the limit reads past the end in published code, and crashes in the middle of a session",
    look="Which of the two numbers cannot be, and what does your function do with it?",
    think="Check the arguments before anything else, also for an empty list, and say which one is wrong.",
    nearly="if max_messages < head: raise ValueError with both names and both values",
)
def refuses_a_limit_below_the_head(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    return refusal(trial, _at_fault)


def _at_fault(given: dict[str, Any]) -> list[str]:
    negative = [name for name in ("max_messages", "head") if given[name] < 0]
    return negative or ["max_messages"]


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="a history changed in place is lost to the store and to a retry (code-yeongyu/senpi#1422)",
    look="Is the list that was given still the same afterwards, and is your answer another list?",
    think="Slices make new lists; del, pop, append and remove change the caller's.",
    nearly="return a new list in every branch, also where nothing is dropped",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


@lesson.rule(
    4,
    on=("speed",),
    reason="an agent trims before every request; a pass per message freezes long sessions",
    look="How often does your function go over the whole list?",
    think="Only the two borders matter, and a batch is found by looking at its neighbours.",
    nearly="no `in messages`, no `messages.index`, no scan inside a loop over messages",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge a large history."""
    return in_time(trial)


def case(name: str, messages: list[Message], size: int = 0, **arguments: int) -> Case:
    """Make a case from a history and named arguments."""
    return Case(name, size or 100 * len(messages) + sum(arguments.values()), (Step(CALL, (messages,), arguments),))


@lesson.enumeration
def every_small_cut() -> Iterator[Case]:
    """Yield every small history with every limit and head that means something for it, smallest first."""
    for number, messages in enumerate(small_histories(6)):
        for limit in range(len(messages) + 2):
            for head in range(min(limit, 3) + 1):
                yield case(f"small {number}, {limit} and {head}", messages, max_messages=limit, head=head)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    five = spelled((("user", 0, 0), ("batch", 5, 5), ("assistant", 0, 0), ("user", 0, 0)))
    across = spelled((("user", 0, 0), ("batch", 5, 5), ("user", 0, 0)))
    plain = [system("be brief"), *(user(f"question {i}") if i % 2 else assistant(f"answer {i}") for i in range(1, 20))]
    parts = [user([{"type": "text", "text": f"part {i}"}, {"type": "image_url", "image_url": {}}]) for i in range(4)]
    running = spelled((("user", 0, 0), ("assistant", 0, 0), ("user", 0, 0), ("batch", 3, 1)))
    return [
        case("the default limit of 10 and head of 2", plain),
        case("the default limit, with everything fitting", plain[:10]),
        case("one over the default limit", plain[:11]),
        case("a tail that begins in a batch of five", five, max_messages=4, head=1),
        case("a head that ends in a batch of five", five, max_messages=4, head=3),
        case("a batch of five from the head into the tail", across, max_messages=5, head=3),
        case("a batch of five that is the whole tail", five[:6], max_messages=1, head=0),
        case("a limit equal to the head keeps the head", plain, max_messages=3, head=3),
        case("a limit equal to the head, which grows", five, max_messages=2, head=2),
        case("nothing may stay", plain[:4], max_messages=0, head=0),
        case("an empty history", [], size=1),
        case("a running batch at the end", running, max_messages=2, head=1),
        case("content in parts", parts, max_messages=2, head=1),
        case("content None, and keys missing", [{"role": "user"}, user(None), user("c"), user("d")], max_messages=2),
        case("a limit below the head", plain[:4], size=10, max_messages=1, head=2),
        case("a limit below the default head", plain[:4], size=11, max_messages=1),
        case("a limit below the head of an empty history", [], size=2, max_messages=0, head=1),
        case("a negative limit", plain[:2], size=12, max_messages=-1, head=0),
        case("a negative head", plain[:2], size=13, max_messages=2, head=-1),
        *_large(),
    ]


def _large() -> list[Case]:
    step = Step(CALL, (built("long_history", count=20_000),), {"max_messages": 10_006, "head": 988})
    return [Case("a session of 20,000 messages", 10**9, (step,), seconds=0.8)]
