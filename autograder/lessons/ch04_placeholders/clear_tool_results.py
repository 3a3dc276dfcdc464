"""What a right `clear_tool_results` does."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import CALL, Case, Step, built
from autograder.execution.values import Value
from autograder.lab.messages import Message
from autograder.lessons.block_results import block_clearing, frames_differ, result_places, several_in_one, tools_matter
from autograder.lessons.common import in_time, left_alone, refusal
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_dict_of, a_list_of_messages, an_int
from autograder.lessons.stumbles import CRASHES, stumbling
from autograder.lessons.trial import Trial

lesson = Lesson(
    "clear_tool_results",
    "ch04_placeholders",
    minutes=30,
    difficulty=3,
    returns=(
        "a dict with exactly 'messages' (a list of messages) and 'cleared' (a whole number)",
        a_dict_of(messages=a_list_of_messages, cleared=an_int),
    ),
    raises=CRASHES,
)


def stumbles_at(trial: Trial) -> str:
    """Name the rule that a crash belongs to."""
    places = result_places(trial.messages)
    odd = any(type(trial.messages[i]["content"][k].get("content")) is not str for i, k in places)
    return "leaves_what_is_not_text" if odd else "changes_only_results"


judged = stumbling(stumbles_at)


@lesson.rule(
    1,
    reason="a tool_use without its tool_result in the next message is refused (anthropics/claude-code#5060)",
    look="Which message or block is gone, or differs in more than a result's content?",
    think="Only the content of tool_result blocks changes. What user and model said stays, and so do tool_use blocks.",
    nearly='{**block, "content": placeholder} for a cleared result, the block itself for everything else',
)
@judged
def changes_only_results(trial: Trial) -> Finding | None:
    """Judge that nothing but contents of results differs."""
    return frames_differ(trial)


@lesson.rule(
    7,
    reason="old results are most of what an agent sends, and it pays for them again in every round",
    look="Which result of the left column still says what a right answer has cleared?",
    think="As in micro_compact: number the results, oldest first; all but the last keep_recent get the placeholder.",
    nearly="a list of places (message, block) of all results; the old ones are all but the last keep_recent",
)
@judged
def clears_old_results(trial: Trial) -> Finding | None:
    """Judge histories with one result a message, where nothing but age decides."""
    found = block_clearing(trial)
    return None if found.is_mixed or several_in_one(trial) or tools_matter(trial) else found.uncleared()


@lesson.rule(
    4,
    reason="counting messages keeps a whole batch where one result was meant, and the window fills again",
    look="How many results are there, in how many messages?",
    think="All results of a batch stand in one user message. Each block counts, whatever it holds.",
    nearly='for each message, for each block of its content: if block["type"] == "tool_result", note its place',
)
@judged
def counts_every_result(trial: Trial) -> Finding | None:
    """Judge messages with several results, and newest ones that stay for another reason too."""
    found = block_clearing(trial)
    return found.uncleared() if (found.is_mixed or several_in_one(trial)) and not tools_matter(trial) else None


@lesson.rule(
    3,
    reason="some results cannot be had again: clear what can be read once more, not the user's answer to a question",
    look="Which tool was called for that result, by the message directly before it?",
    think="A result knows an id only. The tool_use block with that id in its own batch has the name; ids may repeat.",
    nearly="names = {block id: block name} of the message before the results, and of no other",
)
@judged
def clears_only_named_tools(trial: Trial) -> Finding | None:
    """Judge histories with results of tools that are not among those named."""
    if not tools_matter(trial):
        return None
    return block_clearing(trial).not_left("tool") or block_clearing(trial).uncleared()


@lesson.rule(
    4,
    reason="clearing what was read a moment ago makes an agent read it again, in a loop "
    "(shareAI-lab/learn-claude-code#62)",
    look="How many of the last results still say what they said?",
    think="The newest keep_recent results stay, also where they begin in the middle of a message.",
    nearly="places[max(0, len(places) - keep_recent):] are the newest",
)
@judged
def keeps_the_newest(trial: Trial) -> Finding | None:
    """Judge the newest results."""
    return block_clearing(trial).newest_changed()


@lesson.rule(
    5,
    reason="five parallel reads and keep_recent=3: two files are gone before the model has seen them",
    look="Is there an assistant message after that result?",
    think="The model reads a result when it writes its next message. Until then the result is unread, and stays.",
    nearly="last = index of the newest assistant message; results in messages above it are unread",
)
@judged
def leaves_unread_results(trial: Trial) -> Finding | None:
    """Judge results after the newest assistant message."""
    return block_clearing(trial).not_left("unread")


@lesson.rule(
    3,
    reason="an error that is forgotten is made again, round after round",
    look="Which keys has that block beside its content?",
    think="A result with is_error set says what did not work. It is short, and worth more than what it costs.",
    nearly='if block.get("is_error"): the block as it is',
)
@judged
def leaves_errors(trial: Trial) -> Finding | None:
    """Judge results with `is_error`."""
    return block_clearing(trial).not_left("error")


@lesson.rule(
    3,
    reason="a handle that is cleared has lost the path, and the agent reads the source again, 66 times in one run "
    "(octos-org/octos#2131)",
    look="With which characters does the text of that result begin?",
    think="A result whose text starts with <persisted-output is a handle, in blocks too: the only way back.",
    nearly="join the text blocks first, then ask how the text begins",
)
@judged
def leaves_handles(trial: Trial) -> Finding | None:
    """Judge handles."""
    return block_clearing(trial).not_left("handle")


@lesson.rule(
    2,
    reason="a change where none is needed breaks the cached prefix, and everything behind it is paid in full "
    "(vercel/ai#16567)",
    look="How long is the text of that result, and how long is the placeholder?",
    think="What is no longer than the placeholder stays, and so does a placeholder.",
    nearly="len(text) > len(placeholder), with the text blocks joined",
)
@judged
def clears_nothing_twice(trial: Trial) -> Finding | None:
    """Judge results that are no longer than the placeholder."""
    return block_clearing(trial).not_left("short")


@lesson.rule(
    3,
    reason="a screenshot that is cleared by mistake cannot be taken again, and content may be missing altogether",
    look="Which types of block does the content of that result hold?",
    think="A list of text blocks only is cleared like text. A list with any other block stays, and so does no content.",
    nearly='all(block["type"] == "text" for block in content), for a content that is a list',
)
@judged
def leaves_what_is_not_text(trial: Trial) -> Finding | None:
    """Judge results with images or files, or without content."""
    return block_clearing(trial).not_left("form")


@lesson.rule(
    3,
    reason="a pipeline that trusts a wrong count reports room that is not there "
    "(Martian-Engineering/lossless-claw#1177)",
    look="How many results say something else than before?",
    think="Count results where their content is replaced, not messages, and not what is merely old.",
    nearly="cleared += 1, beside the line that makes the new block",
)
@judged
def counts_what_it_cleared(trial: Trial) -> Finding | None:
    """Judge the count."""
    return block_clearing(trial).miscounted(trial.answer["cleared"])


@lesson.rule(
    2,
    on=("refusal",),
    reason="a slice with a negative count clears the newest results instead of the oldest",
    look="What does a negative keep_recent mean?",
    think="It means a mistake elsewhere. Say so before anything is cleared, also for an empty list.",
    nearly="if keep_recent < 0: raise ValueError with its name and value",
)
def refuses_a_negative_count(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    return refusal(trial, lambda given: ["keep_recent"])


@lesson.rule(
    2,
    on=("answer", "refusal"),
    reason="the full text has to reach the store; clearing it in place loses it for good (code-yeongyu/senpi#1422)",
    look="Do the blocks that were given still say what they said?",
    think="The content of a result lies three levels deep. Every level on the way to a change has to be new.",
    nearly="a new list, a new message, a new list of blocks, a new block",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


@lesson.rule(
    2,
    on=("speed",),
    reason="an agent clears before every request; a search per result freezes long sessions",
    look="How often does your function go over the whole list for one result?",
    think="A result's call stands in the message directly before it; nothing has to be searched for.",
    nearly="one pass that collects places, one pass that clears",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge a large history."""
    return in_time(trial)


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


@lesson.enumeration
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


@lesson.named
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
    step = Step(CALL, (built("long_block_history", count=20_000),), arguments)
    return [Case("a session of 20,000 messages", 10**9, (step,), seconds=1.0)]
