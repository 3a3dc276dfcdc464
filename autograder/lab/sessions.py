"""Sessions: what an agent is asked, does and is told, round by round; the same on every run."""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass

from autograder.lab.messages import Message, assistant, call, serialize, system, tool, user
from autograder.lab.prose import prose

MAX_PARALLEL = 4


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a session says once, and asks for at its end.

    Attributes:
        kind: `goal`, `rule` or `value`.
        sentence: how the session says it.
        question: what asks for it afterwards.
        answer: what a right answer contains, word for word.
    """

    kind: str
    sentence: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a session: what the model replies, and what is added before the next request.

    Attributes:
        reply: the assistant message.
        then: the results of its calls, what the user says next, or both.
        seconds: how long it takes until the next request.
        model: the model the session moves to after this round; empty where it stays.
        window: the window there, in tokens, in place of the model's own.
    """

    reply: Message
    then: tuple[Message, ...]
    seconds: int = 20
    model: str = ""
    window: int | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A session that is played the same way every time.

    Attributes:
        name: which session it is.
        opening: the messages of the first request.
        rounds: what follows, oldest first.
        closing: the model's last reply, to the request after all rounds.
        facts: what was said in it and is asked for afterwards.

    Examples:
        >>> from autograder.lab import reading_session
        >>> session = reading_session(rounds=2)
        >>> len(session.history()), [len(history) for history in session.histories()]
        (6, [4, 6])
    """

    name: str
    opening: tuple[Message, ...]
    rounds: tuple[Round, ...]
    closing: Message
    facts: tuple[Fact, ...]

    def history(self, rounds: int | None = None) -> list[Message]:
        """Return the history after the first `rounds` rounds; after all of them where it is left out."""
        played = (message for each in self.rounds[:rounds] for message in (each.reply, *each.then))
        return deepcopy([*self.opening, *played])

    def histories(self) -> Iterator[list[Message]]:
        """Go through the session: the history after each round, the first round first."""
        return (self.history(number) for number in range(1, len(self.rounds) + 1))

    def __repr__(self) -> str:
        count = len(self.opening) + sum(1 + len(each.then) for each in self.rounds)
        return f"<Session {self.name!r}: {len(self.rounds)} rounds, {count} messages, {len(self.facts)} facts>"


def facts_in(messages: Iterable[Message], facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts that can still be answered from these messages: their answer stands in the text.

    Examples:
        >>> from autograder.lab import reading_session
        >>> session = reading_session(rounds=5)
        >>> len(facts_in(session.history(3), session.facts))
        3
    """
    text = serialize(messages)
    return [fact for fact in facts if fact.answer in text]


def long_history(count: int) -> list[Message]:
    """Build a long well-formed history for a large case. Linear in `count`.

    A system message, then turn after turn: a request, a batch of one to four calls with their results, an answer.
    Where the last turn does not fit, requests and answers without calls fill up.
    No batch is running, no call id repeats and no two messages are equal.

    Args:
        count: number of messages, 0 or more.

    Returns:
        A new list of exactly `count` messages.

    Raises:
        ValueError: `count` is negative.

    Examples:
        >>> [message["role"] for message in long_history(6)]
        ['system', 'user', 'assistant', 'tool', 'assistant', 'user']
    """
    if count < 0:
        raise ValueError(f"count is {count}: a history has 0 messages or more. Use count >= 0.")
    messages = [system("You are a patient assistant that checks files.")][:count]
    for turn in _turns():
        if len(messages) + len(turn) > count:
            break
        messages += turn
    while len(messages) < count:
        say = assistant if messages[-1]["role"] == "user" else user
        messages.append(say(f"Remark {len(messages)}."))
    return messages


def _turns() -> Iterator[list[Message]]:
    number = 0
    while True:
        number += 1
        ids = [f"call_{number}_{k}" for k in range(1 + (number - 1) % MAX_PARALLEL)]
        # JSON written by hand: `json.dumps` would be most of the time a large case takes
        calls = [call(id, arguments=f'{{"path": "part_{k}/file_{number}.md"}}') for k, id in enumerate(ids)]
        results = [tool(f"File {number} of part {k} has {number * (k + 3)} lines.", id) for k, id in enumerate(ids)]
        yield [
            user(f"Check number {number}."),
            assistant(calls=calls),
            *results,
            assistant(f"Number {number} is fine."),
        ]


def wide_batch(count: int, *, question: bool = True) -> list[Message]:
    """Return one question and one batch of `count` parallel calls, all answered; or the batch alone.

    Examples:
        >>> [message["role"] for message in wide_batch(2)]
        ['user', 'assistant', 'tool', 'tool']
    """
    ids = [f"call_{number}" for number in range(count)]
    results = [tool(f"line {number}", id) for number, id in enumerate(ids)]
    return [*([user("read every line")] if question else []), assistant(calls=ids), *results]


def broken_history(turns: int, calls: int) -> list[Message]:
    """Return a history of questions and batches that are all broken, for a large case. Linear in its length.

    In each batch the results came in the opposite order of their calls, and the last call's came twice.

    Args:
        turns: how many questions, each followed by a batch; 0 or more.
        calls: of each batch, 1 or more.

    Examples:
        >>> [each.get("tool_call_id", each["role"]) for each in broken_history(1, 2)]
        ['user', 'assistant', 'call_1_1', 'call_1_1', 'call_1_0']
    """
    messages: list[Message] = []
    for turn in range(1, turns + 1):
        ids = [f"call_{turn}_{k}" for k in range(calls)]
        came = [ids[-1], *reversed(ids)]
        results = [tool(f"Result {number} of turn {turn}.", id) for number, id in enumerate(came, start=1)]
        messages += [user(f"Question {turn}?"), assistant(f"Step {turn}.", calls=ids), *results]
    return messages


def large_batch(lengths: Sequence[int]) -> list[Message]:
    """Return one question and one batch whose results have these numbers of characters.

    Examples:
        >>> [len(message["content"] or "") for message in large_batch([40_000, 200])]
        [17, 0, 40000, 200]
    """
    ids = [f"call_{number}" for number in range(len(lengths))]
    results = [tool(prose(id, length), id) for id, length in zip(ids, lengths, strict=True)]
    return [user("read all of these"), assistant(calls=ids), *results]


def long_text(length: int) -> str:
    """Return English prose of exactly `length` characters, for a large case.

    Examples:
        >>> len(long_text(500_000))
        500000
    """
    return prose("a long text", length)
