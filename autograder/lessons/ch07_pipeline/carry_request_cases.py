"""What `carry_request` is tried on."""

from collections.abc import Iterator
from typing import Any

from autograder.execution.cases import CALL, Case, Step, built
from autograder.lab.batches import find_batches
from autograder.lab.messages import Message, assistant, is_tool_result, system, tool, user
from autograder.lessons.histories import small_histories


def case(name: str, before: Any, after: Any, size: int = 0, *, seconds: float | None = None) -> Case:
    """Make a case from two histories."""
    step = Step(CALL, (before, after))
    size = size or 100 * (len(before) + len(after))
    return Case(name, size, (step,)) if seconds is None else Case(name, size, (step,), seconds=seconds)


SUMMARY = user("[Compacted]\n\nsummary")
TASK_STATE = user("[Task state]\nGoal: done")


def every_small_loss() -> Iterator[Case]:
    """Yield every small history with what small cuts and summaries make of it, smallest first."""
    cases = (
        case(f"small {number}, {kind}", before, after)
        for number, messages in enumerate(small_histories(4))
        for before in (messages, [*messages, TASK_STATE], [SUMMARY, *messages])
        for kind, after in _remains(before)
    )
    yield from sorted(cases, key=lambda each: each.size)


def _remains(messages: list[Message]) -> Iterator[tuple[str, list[Message]]]:
    """Yield what a cut or a summary may leave of a history."""
    inside = {i for batch in find_batches(messages) for i in range(batch.start + 1, batch.end)}
    for start in range(len(messages) + 1):
        if start not in inside:
            tail = messages[start:]
            yield f"tail {start} of {len(messages)}", tail
            yield f"summary and tail {start} of {len(messages)}", [SUMMARY, *tail]
            short = [{**each, "content": "cut"} if is_tool_result(each) else each for each in tail]
            if short != tail:
                yield f"summary and cut tail {start} of {len(messages)}", [SUMMARY, *short]


def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    batch = [assistant(calls=["a", "b"]), tool("1", "a"), tool("2", "b")]
    lead, first, request = system("be brief"), user("Read the notes."), user("Now write the mail.")
    done = assistant("They are read.")
    full = [lead, first, done, request, *batch]
    more = [assistant(calls=["c"]), tool("3", "c")]
    running = [assistant(calls=["c", "d"]), tool("3", "c")]
    shrunk = [assistant("as asked", calls=["a", "b"]), *batch[1:]]
    parts = user([{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": {"url": "data:,"}}])
    summary_in_parts = user([{"type": "text", "text": "[Compacted]\n\nall of it"}])
    ok = [assistant("ok"), user("[Task state]\nGoal: a"), assistant("ok")]
    return [
        case("the request is still there", full, [lead, SUMMARY, request, *batch]),
        case("nothing was cut", full, full),
        case("a summary took it, the batch stayed", full, [lead, SUMMARY, *batch]),
        case("a summary took everything", full, [lead, SUMMARY]),
        case("a window dropped it, and the older request stayed", full, [lead, first, *batch]),
        case("nothing is left", full, []),
        case("no request ever", [lead, done], [lead]),
        case("only a summary and a task state before", [lead, SUMMARY, done, TASK_STATE], [lead, TASK_STATE]),
        case("both are empty", [], [], 1),
        case("no history before", [], [SUMMARY], 2),
        case("an earlier summary is no request", [SUMMARY, request, *more], [SUMMARY, *more]),
        case("a task state at the end of both", [*full, TASK_STATE], [lead, SUMMARY, *batch, TASK_STATE]),
        case("a task state at the end of before", [*full, TASK_STATE], [lead, SUMMARY, *batch]),
        case("a new summary directly before the request", [*full[:4], *more], [lead, SUMMARY, *more]),
        case("the results were cut", full, [lead, SUMMARY, batch[0], tool("…", "a"), tool("…", "b")]),
        case("the first result was cut, the second not", full, [lead, SUMMARY, batch[0], tool("…", "a"), batch[2]]),
        case("the call was shrunk, the results not", full, [lead, SUMMARY, *shrunk]),
        case("a running batch", [*full[:4], *running], [lead, SUMMARY, *running]),
        case("a running batch that is not in before", full, [lead, SUMMARY, *running]),
        case("a running batch without a result", [*full[:4], running[0]], [SUMMARY, assistant("go", calls=["c"])]),
        case("a running batch whose result was cut", [*full[:4], *running], [SUMMARY, running[0], tool("…", "c")]),
        case("a whole batch that is not in before", [first, done], [SUMMARY, *batch]),
        case("two batches, and the older one was cut", [*full, *more], [SUMMARY, *shrunk[:2], tool("…", "b"), *more]),
        case("equal messages in and before the tail", [request, *ok, *ok], [SUMMARY, *ok, assistant("no"), *ok]),
        case("a newer user message that nobody sent", full, [lead, request, *batch, user("continue")]),
        case("the request stands there, under a newer one", [request, done, first], [request, done]),
        case("the request in parts", [first, parts, *batch], [SUMMARY, *batch]),
        case("the request in parts is still there", [first, parts, *batch], [parts, *batch]),
        case("a summary in parts is no request", [request, summary_in_parts, done], [summary_in_parts, done]),
        case("a request without content", [user(None), done], [done], 700),
        case("a text that only mentions [Compacted]", [user("What does [Compacted] mean?"), done], [done]),
        case("the same words as an older request", [request, done, request, *batch], [request, done, *batch]),
        case("another ending than before", full, [lead, SUMMARY, assistant("I am at it.")]),
        case("before is the shorter one", [request], [SUMMARY, done, assistant("ok")]),
        *_large(),
    ]


def _large() -> list[Case]:
    batch, bare = built("wide_batch", count=8_000), built("wide_batch", count=8_000, question=False)
    session, older = built("long_history", count=8_000), built("long_history", count=6_000)
    return [
        case("one batch of 8,000 results", batch, bare, 10**9, seconds=0.8),
        case("a session of 8,000 messages", session, older, 10**9 + 1, seconds=0.8),
    ]
