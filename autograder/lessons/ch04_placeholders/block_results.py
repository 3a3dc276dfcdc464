"""Results in block form, where all results of a batch stand in one user message."""

from functools import lru_cache
from typing import Any

from autograder.execution.values import same
from autograder.lab.messages import Message
from autograder.lessons.ch04_placeholders.clearing import Clearing, Result, became, last_assistant, no_clearing
from autograder.lessons.contents import HANDLE, counted, shown
from autograder.lessons.drawing import window_of_rows
from autograder.lessons.lesson import Finding, Row
from autograder.lessons.trial import Trial

Place = tuple[int, int]  # message, block


def result_places(messages: list[Message]) -> list[Place]:
    """Return where the results of a history stand, oldest first."""
    return [
        (i, k)
        for i, message in enumerate(messages)
        if type(message.get("content")) is list
        for k, block in enumerate(message["content"])
        if block.get("type") == "tool_result"
    ]


def text_in(content: Any) -> str | None:
    """Return the text of a result's content; `None` where it is neither text nor a list of text blocks only."""
    if type(content) is list and all(block.get("type") == "text" for block in content):
        return "".join(block["text"] for block in content)
    return content if type(content) is str else None


@lru_cache(maxsize=1)
def block_clearing(trial: Trial) -> Clearing:
    """Return what became of each result; of an answer with other messages or blocks, nothing."""
    if frames_differ(trial) is not None:
        return no_clearing(trial)
    places = result_places(trial.messages)
    newest = set(places[max(0, len(places) - trial.given["keep_recent"]) :])
    read_until = last_assistant(trial.messages)
    histories = (trial.messages, trial.answer["messages"], trial.right_answer["messages"])
    results = []
    for i, k in places:
        before, mine, right = (each[i]["content"][k].get("content") for each in histories)
        exception = "unread" if i > read_until else exception_of(trial, i, k)
        id = trial.messages[i]["content"][k]["tool_use_id"]
        place, tool = f"result {id} in message {i}", called_by(trial.messages, i, id)
        results.append(Result(place, i, before, mine, right, (i, k) in newest, exception, tool))
    placeholder = trial.given["placeholder"]
    rows = [
        Row(each.index, each.place, *(became(each.before, after, placeholder) for after in (each.mine, each.right)))
        for each in results
    ]
    return Clearing(trial, results, lambda result: window_of_rows(rows, results.index(result)))


def exception_of(trial: Trial, index: int, number: int) -> str:
    """Say why a result that was read has to stay whatever its age; empty where it has not."""
    block, tools = trial.messages[index]["content"][number], trial.given["tools"]
    text = text_in(block.get("content"))
    if block.get("is_error"):
        return "error"
    if text is None:
        return "form"
    if text.startswith(HANDLE):
        return "handle"
    if tools is not None and called_by(trial.messages, index, block["tool_use_id"]) not in tools:
        return "tool"
    return "short" if len(text) <= len(trial.given["placeholder"]) else ""


def called_by(messages: list[Message], index: int, id: str) -> str:
    """Return the tool that a result's own batch called: the message before it holds the calls."""
    uses = [each for each in messages[index - 1]["content"] if each.get("type") == "tool_use"]
    return next(str(each["name"]) for each in uses if each["id"] == id)


def frames_differ(trial: Trial) -> Finding | None:
    """Judge that nothing but contents of results differs."""
    answer = trial.answer["messages"]
    if len(answer) != len(trial.messages):
        return Finding(f"{len(trial.messages)} messages, as many as came in", f"{len(answer)} messages")
    for index, (before, after) in enumerate(zip(trial.messages, answer, strict=True)):
        if not same(_frame(before), _frame(after)):
            expected = f"message {index} as it was, but for the content of its results"
            return Finding(expected, f"message {index} with {_difference(before, after)}")
    return None


def _frame(message: Message) -> Any:
    content = message.get("content")
    blocks = [_without_content(each) for each in content] if type(content) is list else content
    return {**message, "content": blocks}


def _without_content(block: Any) -> Any:
    if type(block) is not dict or block.get("type") != "tool_result":
        return block
    return {**block, "content": None}


def _difference(before: Message, after: Message) -> str:
    """Say in which part beside contents of results a message differs."""
    for key in {**before, **after}:
        if key != "content" and not same(before.get(key), after.get(key)):
            return f"{key} {shown(after.get(key))}"
    was, now = before.get("content"), after.get("content")
    if type(was) is not list or type(now) is not list:
        return f"content {shown(now)}"
    if len(was) != len(now):
        return f"{counted(len(now), 'block')} where there {'was' if len(was) == 1 else 'were'} {len(was)}"
    number = next(k for k in range(len(was)) if not same(_without_content(was[k]), _without_content(now[k])))
    if type(now[number]) is not dict:
        return f"block {number} that is no block"
    keys = [key for key in {**was[number], **now[number]} if not same(was[number].get(key), now[number].get(key))]
    return f"another {' and '.join(key for key in keys if key != 'content' or len(keys) == 1)} in block {number}"


def several_in_one(trial: Trial) -> bool:
    """Say whether a message holds more than one result."""
    places = result_places(trial.messages)
    return len({index for index, _ in places}) < len(places)


def tools_matter(trial: Trial) -> bool:
    """Say whether the names of tools matter: some result is of a tool that is not among them."""
    return any(each.exception == "tool" for each in block_clearing(trial).results)
