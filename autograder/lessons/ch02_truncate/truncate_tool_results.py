"""What a right `truncate_tool_results` does."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import CALL, Case, Step, built
from autograder.execution.values import same
from autograder.lab.messages import Message, assistant, call, is_tool_result, system, text_of, tool, user
from autograder.lessons.common import in_time, left_alone, refusal
from autograder.lessons.contents import HANDLE, content_rows, rewritten, shown
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_list_of_messages
from autograder.lessons.stumbles import CRASHES, stumbling
from autograder.lessons.trial import Trial

lesson = Lesson(
    "truncate_tool_results",
    "ch02_truncate",
    minutes=20,
    difficulty=2,
    returns=("a list of messages", a_list_of_messages),
    needs=("truncate",),
    raises=CRASHES,
)


WHY = {"text": "", "parts": "", "handle": ", as it was: it is a handle", "rest": ", as it was: it has nothing to cut"}


def kind_of(message: Message) -> str:
    """Say whose subject a message is: `handle`, `text` or `parts` of a result, or `rest`."""
    content = message.get("content")
    if not is_tool_result(message) or content is None:
        return "rest"
    if text_of(message).startswith(HANDLE):
        return "handle"
    return "text" if isinstance(content, str) else "parts"


def keys_differ(trial: Trial) -> Finding | None:
    """Judge the messages without their contents."""
    return rewritten(trial.messages, trial.answer, lambda message: True)


def first_difference(trial: Trial, kind: str) -> Finding | None:
    """Return the finding for the first message of a kind whose content is not the right one."""
    if keys_differ(trial) is not None:
        return None
    for index, (before, mine, right) in enumerate(zip(trial.messages, trial.answer, trial.right_answer, strict=True)):
        if kind_of(before) == kind and not same(mine.get("content"), right.get("content")):
            why = WHY[kind] or no_handle(before)
            expected = f"message {index}: {shown(right.get('content'))}{why}"
            rows = content_rows(trial.messages, trial.answer, trial.right_answer, became)
            return Finding(expected, f"message {index}: {shown(mine.get('content'))}", rows)
    return None


def no_handle(message: Message) -> str:
    """Say why a result that speaks of a handle is none; empty where it speaks of none."""
    return "; its text does not start with <persisted-output, so it is no handle" if HANDLE in text_of(message) else ""


def became(before: Any, after: Any) -> str:
    """Say what a content has become."""
    if same(before, after):
        return "as it was"
    if type(after) is str and type(before) is str and len(after) < len(before):
        return f"cut to {len(after)}"
    return "parts cut" if type(after) is type(before) is list else "changed"


def stumbles_at(trial: Trial) -> str:
    """Name the rule that a crash belongs to; no case holds both a result without content and one in parts."""
    contents = [message.get("content") for message in trial.messages if is_tool_result(message)]
    if None in contents:
        return "touches_nothing_else"
    return "cuts_each_text_part" if any(type(each) is list for each in contents) else "keeps_every_message"


judged = stumbling(stumbles_at)


@lesson.rule(
    1,
    reason="a result without its id answers no call, and the request is refused (langchain-ai/langmem#126)",
    look="Which message is gone, moved, or has lost one of its keys?",
    think="A cut changes what a result says, and nothing else: every key beside content stays, and every place.",
    nearly='{**message, "content": ...} for a result, the message itself for everything else',
)
@judged
def keeps_every_message(trial: Trial) -> Finding | None:
    """Judge that nothing but contents differs."""
    return keys_differ(trial)


@lesson.rule(
    6,
    reason="one listing or log fills the window before the model has said a word",
    look="Which result is longer than max_length, and what became of it?",
    think="Every result whose content is text is truncated, by the rules of truncate and with the same marker.",
    nearly="for a tool message with text: truncate(content, max_length, marker)",
)
@judged
def cuts_long_results(trial: Trial) -> Finding | None:
    """Judge results whose content is text."""
    return first_difference(trial, "text")


@lesson.rule(
    4,
    reason="code that expects text crashes on a list (run-llama/llama_index#23104), or lets it pass at any length",
    look="What is the content of that result: a text, or a list of parts?",
    think="In a list each text part is cut on its own; parts of other types stay as they are.",
    nearly='a new list: {**part, "text": truncate(...)} where part["type"] is "text", else the part',
)
@judged
def cuts_each_text_part(trial: Trial) -> Finding | None:
    """Judge results whose content is a list of parts."""
    return first_difference(trial, "parts")


@lesson.rule(
    3,
    reason="a handle that is cut has lost the path to what it stands for, and nothing can bring that back "
    "(octos-org/octos#2131)",
    look="With which characters does that result begin?",
    think="A result whose text starts with <persisted-output is a handle: short already, and no function cuts it.",
    nearly='if the text starts with "<persisted-output": leave the message as it is',
)
@judged
def leaves_handles(trial: Trial) -> Finding | None:
    """Judge handles."""
    return first_difference(trial, "handle")


@lesson.rule(
    3,
    reason="a request cut in its middle asks for something else than the user did",
    look="Whose message is that, and was it a result?",
    think="Only results are cut. What user, system and assistant said stays whole, and so does a content of None.",
    nearly='if message["role"] != "tool": the message as it is',
)
@judged
def touches_nothing_else(trial: Trial) -> Finding | None:
    """Judge what is no result, or says nothing."""
    return first_difference(trial, "rest")


@lesson.rule(
    2,
    on=("refusal",),
    reason="a reserve larger than the window gives a negative limit, and everything would be emptied silently "
    "(cline/cline#11894)",
    look="What does a negative max_length mean here?",
    think="For one text it meant nothing may stay. For a whole history it is a mistake elsewhere: say so first.",
    nearly="if max_length < 0: raise ValueError with its name and value, before the loop",
)
def refuses_a_negative_limit(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    return refusal(trial, lambda given: ["max_length"])


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="a history changed in place is lost to the store and to a retry (code-yeongyu/senpi#1422)",
    look="Is the list that was given, with its messages and their parts, still the same afterwards?",
    think='message["content"] = ... writes into the caller\'s dict. Make a new dict for each message that changes.',
    nearly='a new list, and {**message, "content": ...} for each result that is cut; new parts too',
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


@lesson.rule(
    1,
    on=("speed",),
    reason="every round cuts the whole history; a pass per message freezes long sessions",
    look="How often does your function go over the whole list?",
    think="Each message is looked at once; none has to be searched for.",
    nearly="one loop over messages, or one list comprehension",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge a large history."""
    return in_time(trial)


TEXT, IMAGE = "one line of text", {"type": "image_url", "image_url": {"url": "data:,"}}
STORED = '<persisted-output path=".task_outputs/1.txt" chars="5000">\nfirst lines\n</persisted-output>'


def part(text: str) -> dict[str, Any]:
    """Make a text part."""
    return {"type": "text", "text": text}


CONTENTS: tuple[Any, ...] = (
    TEXT,
    "ab",
    "",
    None,
    STORED,
    [part(TEXT), part("ab")],
    [IMAGE, part(TEXT)],
    [part(STORED), part(TEXT)],
)


def case(name: str, messages: Any, max_length: int, marker: str | None = None) -> Case:
    """Make a case from a history, a limit and a marker."""
    size = 10**6 if type(messages) is dict else sum(20 + len(str(each.get("content"))) for each in messages)
    marked = {} if marker is None else {"marker": marker}
    return Case(name, size + (max_length or 9), (Step(CALL, (messages, max_length), marked),))


def history(*contents: Any, request: str = "read it") -> list[Message]:
    """Write a history with one batch of results."""
    ids = "abcdefgh"[: len(contents)]
    return [user(request), assistant(calls=list(ids)), *map(tool, contents, ids)]


@lesson.enumeration
def every_small_history() -> Iterator[Case]:
    """Yield every batch of up to two results of every kind, with limits around their lengths, smallest first."""
    number = 0
    for count in range(3):
        for contents in product(CONTENTS, repeat=count):
            if None in contents and any(type(each) is list for each in contents):
                continue  # so that a crash tells which of them it is about
            for limit in (0, 1, 2, 5, len(TEXT)):
                for marker in (None, ".."):
                    number += 1
                    yield case(f"small {number}", history(*contents), limit, marker)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    log = "\n".join(f"line {number}" for number in range(40))
    arguments = {"command": "make " + "x" * 60}
    mixed = [
        system("You are a patient assistant that reads files to the end."),
        user("What does the log say, from its first line to its last?"),
        assistant("I will look at the log, and at nothing else.", calls=[call("a", "bash", arguments)]),
        tool(log, "a"),
        assistant("It counts the lines, from line 0 to line 39, and has no error."),
        user([part("And in this picture, is there anything that the log does not say?"), IMAGE]),
    ]
    named = [{"role": "tool", "tool_call_id": "a", "name": "bash", "content": log, "is_error": True}]
    return [
        case("only results are cut", mixed, 20),
        case("the ids and other keys of a result stay", [assistant(calls=["a"]), *named], 20),
        case("exactly at the limit", history(TEXT, TEXT + "s"), len(TEXT)),
        case("unread and running results are cut too", [assistant(calls=["a", "b", "c"]), tool(log, "a")], 20),
        case("a limit of 0 empties text, not None", history(TEXT, None), 0),
        case("a limit of 0 empties text parts", history(TEXT, [part(TEXT), IMAGE]), 0),
        case("a handle longer than the limit", history(log, STORED), 20),
        case("a handle and a limit of 0", history(STORED, TEXT), 0),
        case("a handle in parts stays whole", history([part(STORED), part(log)], log), 20),
        case("text that speaks of handles is none", history(f"see {STORED}", f"\n{STORED}"), 20),
        case("a handle behind other text in parts is none", history([part("see "), part(STORED)]), 20),
        case("parts: text after an image", history([IMAGE, part(log), part("ab")]), 20),
        case("parts: nothing to cut", history([part("ab"), IMAGE], [], TEXT), 5),
        case("parts keep their other keys", history([part(TEXT) | {"cache_control": {"type": "ephemeral"}}]), 5),
        case("an empty marker", history(TEXT, [part(TEXT)]), 5, ""),
        case("a marker longer than the limit", history(TEXT, [part(TEXT)]), 3, "[cut]"),
        case("equal results are each cut", history(TEXT, TEXT, TEXT), 5),
        case(
            "Chinese, a family, a combining mark",
            history("你好，请帮我", "👨‍👩‍👧 home", "cafe\N{COMBINING ACUTE ACCENT}"),
            5,
        ),
        case("missing content", [*history(TEXT), {"role": "assistant"}], 5),
        case("an empty history", [], 5),
        case("a negative limit", history(TEXT), -1),
        case("a negative limit of an empty history", [], -3),
        Case(
            "a session of 8,000 messages", 10**9, (Step(CALL, (built("long_history", count=8_000), 12)),), seconds=0.5
        ),
    ]
