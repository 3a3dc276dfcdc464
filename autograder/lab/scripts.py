"""Scripted models: what answers a request in place of a language model. The same request, the same reply.

A script takes the request's messages in flat form and returns an assistant message.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from autograder.lab.errors import LabError
from autograder.lab.messages import Message, assistant, call, serialize, text_of
from autograder.lab.sessions import Fact

Script = Callable[[list[Message]], Message]

UNKNOWN = "That is not in what I was given."
READ_PATH = re.compile(r"/tmp/project/file_(\d+)\.md")


def acknowledge(messages: list[Message]) -> Message:
    """Reply to anything, naming what came.

    Examples:
        >>> acknowledge([{"role": "user", "content": "Good morning"}])["content"]
        'I have read 1 messages; the last one is from the user and has 12 characters.'
    """
    last = messages[-1]
    size = len(text_of(last))
    return assistant(
        f"I have read {len(messages)} messages; the last one is from the {last['role']} and has {size} characters."
    )


class Scripted:
    """Replies in order, whatever is asked.

    Examples:
        >>> script = Scripted([assistant("one"), assistant("two")])
        >>> [script([])["content"] for _ in range(2)]
        ['one', 'two']
    """

    def __init__(self, replies: Iterable[Message]) -> None:
        """Take the replies, first one first."""
        self._replies = list(replies)
        self._next = 0

    def __call__(self, messages: list[Message]) -> Message:
        """Return the next reply.

        Raises:
            LabError: all replies were given.
        """
        if self._next == len(self._replies):
            raise LabError(f"the script has {self._next} replies, and all were given; write one more")
        self._next += 1
        return self._replies[self._next - 1]


class FileReader:
    """Plays the assistant of the reading session: calls for the next file, then sums up.

    It goes on from the highest file number it can still see, so it copes with a history that was cut.
    """

    def __init__(self, files: int = 20) -> None:
        """Read `files` files."""
        self._files = files

    def __call__(self, messages: list[Message]) -> Message:
        """Ask for the next file, or say that all are read."""
        seen = [int(number) for number in READ_PATH.findall(serialize(messages))]
        number = max(seen, default=0) + 1
        if number > self._files:
            return assistant(f"All {self._files} files are read.")
        return assistant(calls=[call(f"call_{number}", "read_file", {"path": f"/tmp/project/file_{number}.md"})])


class FactReader:
    """Answers a session's questions from nothing but the request: what is not in it, it does not know."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        """Know which questions there are and what a right answer contains."""
        self._facts = {fact.question: fact for fact in facts}

    def __call__(self, messages: list[Message]) -> Message:
        """Answer the last message when it is a known question and the answer stands before it."""
        fact = self._facts.get(text_of(messages[-1]))
        if fact is None:
            return acknowledge(messages)
        return assistant(fact.answer if fact.answer in serialize(messages[:-1]) else UNKNOWN)
