"""What `repair_pairs` is tried on."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import CALL, Case, Step, answer_of, built
from autograder.lab.messages import Message, assistant, call, system, tool, user

# A message of a small history, by its calls or by the call it answers.
FEW = ("user", ("a",), ("a", "b"), "a", "b")
KINDS = (*FEW, ("a", "a"), "x")
SMALL = 4  # messages of the histories in which any kind may stand anywhere; of a few kinds one more
WIDE = ("a", "b", "c")
RESULTS = 4  # of a batch of three calls


def broken(*kinds: str | tuple[str, ...]) -> list[Message]:
    """Write a history out: calls as a tuple of ids, a result as its id, `user` and `answer` as they are.

    All messages differ, so that each can be told from the others.

    Examples:
        >>> [each["content"] for each in broken("user", ("a",), "a", "a", ("a",))]
        ['question 1', None, 'result a', 'result a again', 'step 5']
    """
    history: list[Message] = []
    for number, kind in enumerate(kinds, start=1):
        if isinstance(kind, tuple):
            said = f"step {number}" if any(isinstance(each, tuple) for each in kinds[: number - 1]) else None
            history.append(assistant(said, calls=kind))
        elif kind == "user":
            history.append(user(f"question {number}"))
        elif kind == "answer":
            history.append(assistant(f"answer {number}"))
        else:
            times = kinds[: number - 1].count(kind)
            history.append(tool(f"result {kind}{('', ' again')[times] if times < 2 else f' {times + 1}'}", kind))
    return history


def case(name: str, messages: list[Message], size: int = 0) -> Case:
    """Make a case from a history."""
    return Case(name, size or _size(messages), (Step(CALL, (messages,)),))


def _size(messages: list[Message]) -> int:
    return 100 * len(messages) + 10 * sum(len(each.get("tool_calls") or ()) for each in messages)


def again(name: str, messages: list[Message]) -> Case:
    """Make a case in which an answer is repaired again."""
    steps = (Step(CALL, (messages,)), Step(CALL, (answer_of(0, "messages"),)))
    return Case(name, _size(messages) + 5, steps)


def every_small_history() -> Iterator[Case]:
    """Yield every small history of users, calls and results in any order, and every batch of three calls."""
    small = [kinds for count in range(SMALL + 1) for kinds in product(KINDS, repeat=count)]
    small += product(FEW, repeat=SMALL + 1)
    wide = (
        (WIDE, *results, *end)
        for count in range(RESULTS + 1)
        for results in product((*WIDE, "x"), repeat=count)
        for end in ((), ("user",))
    )
    numbered = enumerate((*small, *wide))
    for number, kinds in sorted(numbered, key=lambda each: _size_of_kinds(each[1])):  # written out one at a time
        yield case(f"small {number}", broken(*kinds))


def _size_of_kinds(kinds: tuple[str | tuple[str, ...], ...]) -> int:
    return 100 * len(kinds) + 10 * sum(len(each) for each in kinds if isinstance(each, tuple))


def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    parts: list[Any] = [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "data:,"}}]
    other_keys = [
        assistant("I look.", calls=[call("a", "ls", {"path": "."}), call("b", "cat", "")]),
        {"role": "tool", "tool_call_id": "b", "name": "cat", "content": None},
        {"role": "tool", "tool_call_id": "a", "name": "ls", "content": parts},
        {"role": "user"},
    ]
    no_id = [*broken("user", ("a",), "a"), {"role": "tool", "content": "of what?"}, user("and?")]
    no_calls = [user("?"), {"role": "assistant", "content": "hm", "tool_calls": []}, tool("of nothing", "a"), user("!")]
    none_calls = [user("?"), {"role": "assistant", "content": "hm", "tool_calls": None}, user("!")]
    equal = [user("?"), assistant(calls=["a"]), tool("1", "a"), tool("1", "a"), assistant("done")]
    blank = [assistant(calls=["a", "b"]), tool("", "a"), tool(None, "b"), user("go on")]
    return [
        case("an empty history", [], 1),
        case("nothing but orphans", broken("a", "b", "x")),
        case("sound, with batches of one to three", broken("user", ("a",), "a", ("b", "c"), "b", "c", "answer")),
        case("sound, and running", broken("user", ("a",), "a", ("b", "c"), "b")),
        case("the user went on after an interrupted step", broken("user", ("a", "b"), "a", "user")),
        case("no result came", broken("user", ("a", "b", "c"), "user")),
        case("the second of three is missing", broken("user", ("a", "b", "c"), "a", "c", "answer")),
        case("the first of three is missing", broken("user", ("a", "b", "c"), "c", "b", "answer")),
        case("two steps without results", broken("user", ("a",), ("b",), "b", "answer")),
        case("two results in another order", broken("user", ("a", "b"), "b", "a", "answer")),
        case("three results in another order", broken("user", ("a", "b", "c"), "b", "c", "a", "answer")),
        case("a result behind the user's message", broken(("a",), "user", "a", "answer")),
        case("the second result behind the user's message", broken(("a", "b"), "a", "user", "b", "answer")),
        case("a result before its call", broken("user", "a", ("a",), "user")),
        case("a result behind the model's answer", broken("user", ("a",), "a", "answer", "a", "user")),
        case("a result behind the next batch", broken(("a",), ("b",), "b", "a", "user")),
        case("a result of an earlier call among the later ones", broken(("a", "b"), "a", ("c", "d"), "c", "b", "d")),
        case("a foreign result between two others", broken("user", ("a", "b"), "a", "x", "b", "answer")),
        case("as many foreign results as calls", broken("user", ("a", "b"), "x", "x", "answer")),
        case("a history cut in its first batch", broken("b", "answer", "user")),
        case("a result without an id", no_id),
        case("an assistant message with an empty list of calls", no_calls),
        case("an assistant message whose calls are None", none_calls),
        case("a doubled result", broken("user", ("a", "b"), "a", "b", "a", "answer")),
        case("a doubled result that is equal", equal),
        case("a doubled call", broken("user", ("a", "a"), "a", "a", "answer")),
        case("a doubled call with one result", broken("user", ("a", "a"), "a", "answer")),
        case("a doubled call with another between", broken("user", ("a", "b", "a"), "a", "a", "b", "answer")),
        case("a doubled call with three results", broken("user", ("a", "a"), "a", "a", "a", "answer")),
        case("a turn that was replayed", broken("user", ("a",), "a", "user", ("a",), "a", "answer")),
        case("ids repeat, and the first has no result", broken("user", ("a",), "user", ("a",), "a", "answer")),
        case("ids repeat, and the second has no result", broken("user", ("a",), "a", "user", ("a",), "answer")),
        case("ids repeat, and both results came late", broken(("a",), "user", ("a",), "a", "a", "user")),
        case("running, with no result yet", broken("user", ("a", "b"))),
        case("running, with results in another order", broken("user", ("a", "b", "c"), "c", "a")),
        case("running, with as many orphans as calls", broken("user", ("a", "b"), "a", "x")),
        case("running, with a doubled result at the end", broken("user", ("a", "b"), "b", "b")),
        case("running, behind a batch that lost its result", broken("user", ("a",), "answer", ("b", "c"), "b")),
        case("whole at the end, with an orphan behind", broken("user", ("a",), "a", "x")),
        case("other keys, parts, and no content", other_keys),
        case("results that say nothing are results", blank),
        again("repaired again: a result is missing", broken("user", ("a", "b"), "b", "user")),
        again("repaired again: a bit of everything", [system("be brief"), *broken("x", ("a", "a"), "a", "x", "user")]),
        again("repaired again: running", broken("user", ("a",), "user", ("b", "c"), "c", "x")),
        *_large(),
    ]


def _large() -> list[Case]:
    many, wide = built("broken_history", turns=3_000, calls=3), built("broken_history", turns=1, calls=10_000)
    return [
        Case("3,000 broken batches", 10**9, (Step(CALL, (many,)),), seconds=1.0),
        Case("one broken batch of 10,000 calls", 10**9 + 1, (Step(CALL, (wide,)),), seconds=1.0),
    ]
