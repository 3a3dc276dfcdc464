"""What `clear_tool_results` is tried on."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import CALL, Case, Step, built
from autograder.execution.values import Value
from autograder.lab.messages import Message

TEXT, OLD = "some lines of text", "[old]"
STORED = '<persisted-output path=".task_outputs/1.txt" chars="5000">\nfirst lines\n</persisted-output>'
IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}
Made = tuple[str, Any, bool]  # tool, content, whether it is an error
KINDS: tuple[Made, ...] = (
    ("Read", TEXT, False),
    ("Read", STORED, False),
    ("Read", OLD, False),
    ("Ask", TEXT, False),
    ("Bash", TEXT, True),
    ("Read", None, False),
    ("Read", [{"type": "text", "text": "some"}, {"type": "text", "text": "lines"}], False),
    ("Read", [{"type": "text", "text": TEXT}, IMAGE], False),
    ("Read", [{"type": "text", "text": STORED}], False),
)


def uses(*tools: str, ids: str = "abcdefgh", said: str = "") -> Message:
    """Write an assistant message with calls."""
    blocks = [{"type": "tool_use", "id": id, "name": name, "input": {}} for id, name in zip(ids, tools, strict=False)]
    return {"role": "assistant", "content": [*([{"type": "text", "text": said}] if said else []), *blocks]}


def results(*made: Made, ids: str = "abcdefgh", said: str = "") -> Message:
    """Write a user message with results."""
    blocks: list[dict[str, Any]] = []
    for id, (_, content, is_error) in zip(ids, made, strict=False):
        block: dict[str, Any] = {"type": "tool_result", "tool_use_id": id}
        block |= {} if content is None else {"content": content}
        blocks.append(block | ({"is_error": True} if is_error else {}))
    return {"role": "user", "content": [*blocks, *([{"type": "text", "text": said}] if said else [])]}


def batches(*made: Made, together: bool = False, closed: bool = True) -> list[Message]:
    """Write a history of batches with one result each, or of one batch; `closed` by an answer of the model."""
    history: list[Message] = [{"role": "user", "content": "go on"}]
    for number, group in enumerate([made] if together else [(each,) for each in made]):
        ids = "abcdefgh" if together else "abcdefgh"[number]
        history += [uses(*(tool for tool, _, _ in group), ids=ids), results(*group, ids=ids)]
    return [*history, *([{"role": "assistant", "content": "done"}] if closed else [])]


def names(*tools: str) -> Value:
    """Return a set of tool names, as a value."""
    return {"$": "set", "items": list(tools)}


def case(name: str, messages: Any, **arguments: Any) -> Case:
    """Make a case from a history and named arguments."""
    size = 10**9 if type(messages) is dict else sum(20 + len(str(each)) for each in messages)
    return Case(name, size + len(arguments), (Step(CALL, (messages,), arguments),))


def every_small_history() -> Iterator[Case]:
    """Yield results of every kind, alone, together and one after the other, read and unread, smallest first."""
    yield from sorted(_kinds(), key=lambda each: each.size)


def _kinds() -> Iterator[Case]:
    number = 0
    for count in (0, 1, 2, 3):
        for made in product(KINDS if count < 3 else KINDS[:3], repeat=count):
            for together, closed, keep in product((False, True), (True, False), range(count + 1)):
                for tools in ({}, {"tools": None}):
                    number += 1
                    messages = batches(*made, together=together and count > 0, closed=closed)
                    yield case(f"kinds {number}", messages, keep_recent=keep, placeholder=OLD, **tools)


def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    log = "\n".join(f"line {number}: nothing to report" for number in range(4))
    read: list[Made] = [("Read", log, False)]
    done = {"role": "assistant", "content": [{"type": "text", "text": "I have read it all, line by line."}]}
    again = [uses("Ask", ids="x"), results(*read, ids="x"), uses("Read", ids="x"), results(*read, ids="x"), done]
    swapped = [uses("Read", "Ask"), results(*read * 2, ids="ba"), done]
    mixed = [
        {"role": "user", "content": log},
        uses("Read", said="I look at the log now, at all of its lines."),
        results(*read, said="And tell me which of the lines are missing, please."),
        done,
    ]
    interrupted = [*batches(*read * 5, together=True, closed=False), {"role": "user", "content": "stop"}]
    exact = "x" * len("[Old tool result content cleared]")
    limits: list[Made] = [("Read", exact, False), ("Read", exact + "x", False), *read * 3]
    halves = [{"type": "text", "text": exact[:20]}, {"type": "text", "text": exact[20:]}]
    longer = [*halves, {"type": "text", "text": "x"}]
    cleared: Made = ("Read", "[Old tool result content cleared]", False)
    not_error = {"type": "tool_result", "tool_use_id": "a", "content": log, "is_error": False}
    cached = {"type": "tool_result", "tool_use_id": "a", "content": log, "cache_control": {"type": "ephemeral"}}
    two_unread = [*batches(*read * 2), *batches(*read * 5, together=True, closed=False)]
    return [
        case("the default of three", batches(*read * 5)),
        case("as many as are kept", batches(*read * 3)),
        case("fewer than are kept", batches(*read * 2)),
        case("none is kept", batches(*read * 2), keep_recent=0),
        case("five results in one message, read", batches(*read * 5, together=True)),
        case("five results in one message, unread", batches(*read * 5, together=True, closed=False)),
        case("five unread results after two read ones", two_unread),
        case("unread results that were interrupted", interrupted, keep_recent=0),
        case("the newest begin inside a message", [*batches(*read * 3, together=True), *batches(*read)], keep_recent=2),
        case("text beside calls and results", mixed, keep_recent=0),
        case("no results", [{"role": "user", "content": "hello"}, done], keep_recent=0),
        case("content missing altogether", [{"role": "user"}, *batches(*read)], keep_recent=0),
        case("an empty history", []),
        case(
            "the default tools",
            batches(*[(tool, log, False) for tool in ("Read", "Grep", "Bash", "Write", "read")]),
            keep_recent=0,
        ),
        case("all tools", batches(*[(tool, log, False) for tool in ("Read", "Ask", "")]), keep_recent=0, tools=None),
        case("a set of tools", batches(("Ask", log, False), *read), keep_recent=0, tools=names("Ask")),
        case("no tools", batches(*read * 2), keep_recent=0, tools=names()),
        case("ids that repeat, with other tools", again, keep_recent=0),
        case("results in another order than their calls", swapped, keep_recent=0),
        case("an error among the old", batches(("Bash", log, True), *read * 4)),
        case("errors count among the newest", batches(*read * 2, *[("Bash", log, True)] * 3)),
        case("is_error that is False", [uses("Read"), {"role": "user", "content": [not_error]}, done], keep_recent=0),
        case("other keys", [uses("Read"), {"role": "user", "content": [cached]}, done], keep_recent=0),
        case("a handle among the old", batches(("Read", STORED, False), *read * 4)),
        case("a handle in blocks", batches(("Read", [{"type": "text", "text": STORED}], False), *read), keep_recent=0),
        case("text that speaks of handles is none", batches(("Read", f"see {STORED}", False)), keep_recent=0),
        case("exactly as long as the placeholder", batches(*limits)),
        case(
            "blocks as long as the placeholder together",
            batches(("Read", halves, False), ("Read", longer, False)),
            keep_recent=0,
        ),
        case("cleared before", batches(cleared, *read), keep_recent=0),
        case("an empty placeholder", batches(*read, ("Read", "", False)), keep_recent=0, placeholder=""),
        case("no blocks, and no content", batches(("Read", [], False), ("Read", None, False), *read), keep_recent=0),
        case(
            "an image among text",
            batches(("Read", [{"type": "text", "text": log}, IMAGE], False), *read),
            keep_recent=0,
        ),
        case("a negative count", batches(*read), keep_recent=-1),
        case("a negative count of an empty history", [], keep_recent=-2),
        *_large(),
    ]


def _large() -> list[Case]:
    arguments = {"keep_recent": 100, "tools": names("read_file"), "placeholder": OLD}
    step = Step(CALL, (built("long_block_history", count=5_000),), arguments)
    return [Case("a session of 5,000 messages", 10**9, (step,), seconds=0.4)]
