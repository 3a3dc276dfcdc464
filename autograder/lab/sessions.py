"""Histories built in place: as long as wanted, in linear time, the same on every run."""

from collections.abc import Iterator

from autograder.lab.messages import Message, assistant, call, system, tool, user

MAX_PARALLEL = 4


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
        calls = [call(id, arguments={"path": f"part_{k}/file_{number}.md"}) for k, id in enumerate(ids)]
        results = [tool(f"File {number} of part {k} has {number * (k + 3)} lines.", id) for k, id in enumerate(ids)]
        yield [
            user(f"Check number {number}."),
            assistant(calls=calls),
            *results,
            assistant(f"Number {number} is fine."),
        ]
