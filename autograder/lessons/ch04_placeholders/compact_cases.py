"""What `micro_compact` is tried on."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import CALL, Case, Step, built
from autograder.execution.values import Value
from autograder.lab.messages import Message, assistant, call, tool, user
from autograder.lessons.histories import small_histories

TEXT, OLD = "some lines of text", "[old]"
STORED = '<persisted-output path=".task_outputs/1.txt" chars="5000">\nfirst lines\n</persisted-output>'
PARTS = [{"type": "text", "text": TEXT}, {"type": "image_url", "image_url": {"url": "data:,"}}]
KINDS: tuple[tuple[str, Any], ...] = (
    ("read", TEXT),
    ("read", STORED),
    ("read", OLD),
    ("ask", TEXT),
    ("read", None),
    ("read", PARTS),
)


def names(*tools: str) -> Value:
    """Return a set of tool names, as a value."""
    return {"$": "set", "items": list(tools)}


def batches(*results: tuple[str, Any], together: bool = False, closed: bool = True) -> list[Message]:
    """Write a history of batches with one result each, or of one batch; `closed` by an answer of the model."""
    calls = [call(id, name) for id, (name, _) in zip("abcdefgh", results, strict=False)]
    said = [tool(content, each["id"]) for each, (_, content) in zip(calls, results, strict=True)]
    if together:
        rounds = [assistant(calls=calls), *said]
    else:
        rounds = [message for each, one in zip(calls, said, strict=True) for message in (assistant(calls=[each]), one)]
    return [user("go on"), *rounds, *([assistant("done")] if closed else [])]


def case(name: str, messages: Any, **arguments: Any) -> Case:
    """Make a case from a history and named arguments."""
    size = 10**9 if type(messages) is dict else sum(20 + len(str(each)) for each in messages)
    return Case(name, size + len(arguments), (Step(CALL, (messages,), arguments),))


def every_small_history() -> Iterator[Case]:
    """Yield every small history with small counts, and results of every kind, alone and together, smallest first."""
    yield from sorted([*_arrangements(), *_kinds()], key=lambda each: each.size)


def _arrangements() -> Iterator[Case]:
    for number, messages in enumerate(small_histories(5)):
        for keep in range(3):
            yield case(f"small {number}, {keep}", messages, keep_recent=keep, placeholder=OLD)


def _kinds() -> Iterator[Case]:
    number = 0
    for count in (1, 2, 3):
        for results in product(KINDS if count < 3 else KINDS[:3], repeat=count):
            for together, closed, keep in product((False, True), (True, False), range(count + 1)):
                for tools in ({}, {"tools": names("read")}):
                    number += 1
                    messages = batches(*results, together=together, closed=closed)
                    yield case(f"kinds {number}", messages, keep_recent=keep, placeholder=OLD, **tools)


def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    log = "\n".join(f"line {number}: nothing to report" for number in range(4))
    read = [("read", log)]
    again = [
        *(assistant(calls=[call("call_0", "ask")]), tool(log, "call_0")),
        *(assistant(calls=[call("call_0", "read")]), tool(log, "call_0")),
        assistant("done"),
    ]
    swapped = [
        assistant(calls=[call("a", "read"), call("b", "ask")]),
        tool(log, "b"),
        tool(log, "a"),
        assistant("done"),
    ]
    interrupted = [*batches(*read * 5, together=True, closed=False), user("stop, and tell me what you have")]
    running = [*batches(*read * 2), assistant(calls=["x", "y", "z"]), tool(log, "x"), tool(log, "y")]
    exact = "x" * len("[Earlier tool result compacted. Re-run if needed.]")
    cleared = [("read", "[Earlier tool result compacted. Re-run if needed.]")]
    limits = [("read", exact), ("read", exact + "x"), *read * 3]
    return [
        case("the default of three", batches(*read * 5)),
        case("as many as are kept", batches(*read * 3)),
        case("fewer than are kept", batches(*read * 2)),
        case("none is kept", batches(*read * 2), keep_recent=0),
        case("one batch of five, read", batches(*read * 5, together=True)),
        case("one batch of five, unread", batches(*read * 5, together=True, closed=False)),
        case(
            "five unread results after two read ones",
            [*batches(*read * 2), *batches(*read * 5, together=True, closed=False)],
        ),
        case("unread results that were interrupted", interrupted, keep_recent=0),
        case("unread results of a running batch", running, keep_recent=1),
        case("no results", [user("hello"), assistant("hello")], keep_recent=0),
        case("no assistant message", [user("hello")], keep_recent=0),
        case("an empty history", []),
        case("a handle among the old", batches(("read", STORED), *read * 4)),
        case("a handle among the newest counts", batches(*read * 2, ("read", STORED), *read * 2)),
        case("text that speaks of handles is none", batches(("read", f"see {STORED}"), *read * 3)),
        case("one as long as a short placeholder", batches(("read", "[new]")), keep_recent=0, placeholder=OLD),
        case("exactly as long as the placeholder", batches(*limits)),
        case("cleared before", batches(*cleared, ("read", log), *read * 3)),
        case("everything cleared before", batches(*cleared * 3), keep_recent=0),
        case("an empty placeholder", batches(*read * 3, ("read", "")), keep_recent=1, placeholder=""),
        case("None and parts among the old", batches(("read", None), ("read", PARTS), *read * 4)),
        case("None and parts among the newest", batches(*read * 2, ("read", None), ("read", PARTS)), keep_recent=2),
        case("only named tools", batches(("ask", log), *read * 4), tools=names("read", "grep")),
        case("other tools count among the newest", batches(*read * 2, *[("ask", log)] * 3), tools=names("read")),
        case("an empty set of tools", batches(*read * 5), tools=names()),
        case("ids that repeat, with other tools", again, keep_recent=0, tools=names("read")),
        case("results in another order than their calls", swapped, keep_recent=0, tools=names("read")),
        case(
            "content beside calls and results' other keys",
            [
                assistant("I read it.", calls=[call("a", "read")]),
                {"role": "tool", "tool_call_id": "a", "name": "read", "content": log},
                assistant("done"),
            ],
            keep_recent=0,
        ),
        case("a negative count", batches(*read), keep_recent=-1),
        case("a negative count of an empty history", [], keep_recent=-2),
        *_large(),
    ]


def _large() -> list[Case]:
    arguments = {"keep_recent": 100, "tools": names("read_file"), "placeholder": OLD}
    step = Step(CALL, (built("long_history", count=20_000),), arguments)
    return [Case("a session of 20,000 messages", 10**9, (step,), seconds=1.0)]
