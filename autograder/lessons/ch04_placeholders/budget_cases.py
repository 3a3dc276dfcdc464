"""What `tool_result_budget` is tried on."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import CALL, Case, Script, Step, built, callback
from autograder.lab.messages import Message, assistant, call, tool, user

STORED = '<persisted-output path=".task_outputs/0.txt" chars="5000">\nfirst lines\n</persisted-output>'
PARTS = [{"type": "text", "text": "p" * 300}, {"type": "image_url", "image_url": {"url": "data:,"}}]
READ_BACK = {"path": ".task_outputs/0.txt"}
EARLIER = [user("read all"), assistant(calls=["old"]), tool(STORED, "old")]
Made = tuple[Any, Any]  # content, and the arguments of its call
KINDS: tuple[Made, ...] = (
    ("a" * 300, {}),
    ("b" * 150, {}),
    ("short", {}),
    (STORED, {}),
    (PARTS, {}),
    ("c" * 400, READ_BACK),
)
PATHS = tuple({"return": f".task_outputs/{number}.txt"} for number in range(1, 10))


def batch(*made: Made, more: int = 0) -> list[Message]:
    """Write one batch; `more` calls stay without a result."""
    ids = "abcdefghijkl"
    calls = [call(id, "read", arguments) for id, (_, arguments) in zip(ids, made, strict=False)]
    waiting = [call(id, "read") for id in ids[len(made) : len(made) + more]]
    return [
        assistant(calls=[*calls, *waiting]),
        *(tool(content, id) for id, (content, _) in zip(ids, made, strict=False)),
    ]


def texts(*lengths: int) -> list[Made]:
    """Return results of these lengths, each of another letter."""
    return [(letter * length, {}) for letter, length in zip("abcdefghijkl", lengths, strict=False)]


def case(name: str, messages: Any, answers: Any = None, **sizes: Any) -> Case:
    """Make a case from a history, what the store answers (a path for each result, if left out), and limits."""
    if answers is None:
        answers = (
            PATHS[:2] if type(messages) is dict else PATHS[: max(1, sum(each["role"] == "tool" for each in messages))]
        )
    step = Step(CALL, (messages, callback("store")), sizes)
    size = 10**6 if type(messages) is dict else sum(20 + len(str(each)) for each in messages)
    return Case(name, size, (step,), {"store": Script(answers)})


def every_small_batch() -> Iterator[Case]:
    """Yield results of every kind, up to three in a batch, with limits around their sizes, smallest first."""
    number = 0
    for count in (1, 2, 3):
        for made in product(KINDS, repeat=count):
            for limit, preview in product((0, 150, 300, 520), (0, 10)):
                number += 1
                yield case(f"small {number}", [*EARLIER, *batch(*made)], limit=limit, preview=preview)


def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    small = {"limit": 500, "preview": 10}
    full = {"raise": "OSError", "args": ["no space left on device"]}
    quoted = [
        *batch((STORED.replace("0.txt", "ß 1.txt"), {})),
        *batch(("d" * 900, '{"path": ".task_outputs/ß 1.txt"}')),
    ]
    other_path = [*EARLIER, *batch(("d" * 900, {"path": ".task_outputs/00.txt"}))]
    answered = [user("go on"), *batch(*texts(900, 200)), assistant("I have read both.")]
    return [
        case("the default limits, over by one", built("large_batch", lengths=[120_000, 80_001])),
        case("the default limits, exactly", built("large_batch", lengths=[120_000, 80_000])),
        case("over by one", batch(*texts(301, 200)), **small),
        case("exactly at the limit", batch(*texts(300, 200)), **small),
        case("one long result under the limit", batch(*texts(500)), **small),
        case("the longest is enough", batch(*texts(300, 700, 100)), **small),
        case("the longest is not enough", batch(*texts(400, 300, 350, 50)), **small),
        case("equally long", batch(*texts(400, 400, 400)), **small),
        case("the preview counts", batch(*texts(480, 100)), limit=500, preview=420),
        case("the handle's own lines count", batch(*texts(480, 100)), limit=180, preview=0),
        case("a handle becomes longer than its text", batch(*texts(60, 50, 40)), limit=100, preview=30),
        case("nothing can be stored", batch(*texts(200, 200, 200)), limit=500, preview=200),
        case("exactly as long as the preview", batch(*texts(11, 10)), limit=0, preview=10),
        case("no preview", batch(*texts(300, 300)), limit=500, preview=0),
        case("everything over a limit of 0", batch(*texts(300, 200)), limit=0, preview=10),
        case("a handle counts and stays", batch((STORED, {}), *texts(450)), **small),
        case(
            "a handle longer than every text", batch((STORED + "x" * 500, {}), *texts(150, 120)), limit=600, preview=10
        ),
        case("parts count and stay", batch((PARTS, {}), *texts(250)), **small),
        case("None counts nothing", batch((None, {}), *texts(450, 60)), **small),
        case("read back from an earlier handle", [*EARLIER, *batch(("c" * 900, READ_BACK), *texts(300))], **small),
        case(
            "read back, in other arguments",
            [*EARLIER, *batch(("c" * 900, {"cmd": "head .task_outputs/0.txt"}))],
            **small,
        ),
        case("read back, beyond ASCII", quoted, **small),
        case("read back from a handle of the same batch", batch((STORED, {}), ("c" * 900, READ_BACK)), **small),
        case("another path", other_path, **small),
        case(
            "a text that speaks of a handle is none",
            [*batch((f"see {STORED}", {})), *batch(("d" * 900, READ_BACK))],
            **small,
        ),
        case("only the last batch", [*batch(*texts(900)), *batch(*texts(450))], **small),
        case("an answer stands behind the batch", answered, **small),
        case("a request stands behind the batch", [*batch(*texts(900, 200)), user("and now?")], **small),
        case("a running batch with a result", batch(*texts(900), more=2), **small),
        case("a running batch without a result", [*batch(*texts(900)), assistant(calls=["x", "y"])], **small),
        case("ids that repeat", [*batch(*texts(900)), *batch(*texts(200, 800))], **small),
        case(
            "results in another order than their calls",
            [
                *EARLIER,
                assistant(calls=[call("a", "read"), call("b", "read", READ_BACK)]),
                tool("b" * 900, "b"),
                tool("a" * 600, "a"),
            ],
            **small,
        ),
        case("quotes and newlines", batch(('"first"\n<line>\n' * 40, {})), limit=500, preview=8),
        case("Chinese and families", batch(("你好👨‍👩‍👧" * 80, {}), *texts(100)), limit=500, preview=5),
        case("lengths are characters", batch(("你" * 300, {}), ("a" * 400, {})), **small),
        case("no batch", [user("hello"), assistant("hello")], limit=0, preview=0),
        case("an empty history", [], limit=0, preview=0),
        case("a full disk", batch(*texts(900, 800)), (full,), **small),
        case("a disk full at the second", batch(*texts(700, 800)), (PATHS[0], full), **small),
        case("a negative limit", batch(*texts(30)), limit=-1, preview=10),
        case("a negative preview", batch(*texts(30)), limit=10, preview=-2),
        case("a negative limit of an empty history", [], limit=-3),
    ]
