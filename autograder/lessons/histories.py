"""Every small well-formed history, in order of size: the ground on which lessons about pairing are tried."""

from collections.abc import Iterator

from autograder.lab.messages import Message, assistant, tool, user

MAX_PARALLEL = 3  # results of one batch

Unit = tuple[str, int, int]  # kind, calls, results
_PLAIN: tuple[Unit, ...] = (("user", 0, 0), ("assistant", 0, 0))
_WHOLE: tuple[Unit, ...] = tuple(("batch", n, n) for n in range(1, MAX_PARALLEL + 1))
_RUNNING: tuple[Unit, ...] = tuple(("batch", n, k) for n in range(1, MAX_PARALLEL + 1) for k in range(n))


def small_histories(max_size: int) -> Iterator[list[Message]]:
    """Yield every history of up to `max_size` messages, smallest first.

    Made of user and assistant messages in any order, so interruptions too, and of batches with up to three parallel
    calls, the last one possibly still running; with ids used once, and with ids that every batch uses again.
    All messages of a history differ, so that each can be told from the others.
    """
    for size in range(max_size + 1):
        for units in _arrangements(size):
            yield spelled(units)
            if sum(kind == "batch" for kind, _, _ in units) > 1:
                yield spelled(units, repeat_ids=True)


def _arrangements(size: int) -> Iterator[tuple[Unit, ...]]:
    yield from _whole(size)
    for last in _RUNNING:
        if 1 + last[2] <= size:
            yield from ((*units, last) for units in _whole(size - 1 - last[2]))


def _whole(size: int) -> Iterator[tuple[Unit, ...]]:
    if size == 0:
        yield ()
    for unit in _PLAIN + _WHOLE:
        if 1 + unit[2] <= size:
            yield from ((*units, unit) for units in _whole(size - 1 - unit[2]))


def spelled(units: tuple[Unit, ...], *, repeat_ids: bool = False) -> list[Message]:
    """Write a history out.

    Examples:
        >>> from autograder.lab import serialize
        >>> print(serialize(spelled((("user", 0, 0), ("batch", 2, 1)))), end="")
        user:question 1
        assistant: read_file{} read_file{}
        tool:result a
    """
    history: list[Message] = []
    ids = iter("abcdefghijklmnopqrstuvwxyz")
    for kind, calls, results in units:
        if kind == "user":
            history.append(user(f"question {len(history) + 1}"))
        elif kind == "assistant":
            history.append(assistant(f"answer {len(history) + 1}"))
        else:
            names = [f"call_{n}" if repeat_ids else next(ids) for n in range(calls)]
            said = f"step {len(history) + 1}" if repeat_ids else None
            history.append(assistant(said, calls=names))
            place = f" of step {len(history)}" if repeat_ids else ""
            history.extend(tool(f"result {name}{place}", name) for name in names[:results])
    return history


def repeats_ids(messages: list[Message]) -> bool:
    """Say whether a call id is used by more than one batch."""
    used: set[str] = set()
    for message in messages:
        ids = {each["id"] for each in message.get("tool_calls") or ()}
        if ids & used:
            return True
        used |= ids
    return False
