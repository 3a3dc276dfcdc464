"""What a right `estimate_messages` does."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import CALL, Case, Step, built
from autograder.lab.messages import Message, assistant, call, call_ids, calls_of, serialize, system, text_of, tool, user
from autograder.lessons.ch01_estimate.estimate_tokens import parts
from autograder.lessons.common import left_alone
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "estimate_messages",
    "ch01_estimate",
    minutes=15,
    difficulty=2,
    returns=("a whole number of tokens", an_int),
    needs=("estimate_tokens",),
)

OTHER_PART = 85  # tokens


def quarters(text: str) -> int:
    """Weigh a text in quarters of a token."""
    ideographs, others = parts(text)
    return 6 * ideographs + others


def other_parts(messages: list[Message]) -> int:
    """Count the parts that are not text."""
    contents = [message.get("content") for message in messages]
    return sum(part.get("type") != "text" for content in contents if type(content) is list for part in content)


def has_odd_content(messages: list[Message]) -> bool:
    """Say whether something in a history is not plain text: None, a missing key, a list of parts."""
    functions = [each["function"] for message in messages for each in calls_of(message)]
    return any(type(message.get("content")) is not str for message in messages) or any(
        not function.get("name") or not function.get("arguments") for function in functions
    )


def subject(messages: list[Message]) -> str:
    """Say what a history is about, so that each mistake has one name."""
    if not messages:
        return "nothing"
    if other_parts(messages):
        return "parts"
    if has_odd_content(messages):
        return "content"
    if any(calls_of(message) for message in messages):
        return "calls"
    apart = sum(-(-quarters(serialize([message])) // 4) for message in messages)
    return "text" if apart == -(-quarters(serialize(messages)) // 4) else "rounding"


def estimate_of_json(messages: list[Message]) -> int:
    """Return what an estimate with everything in it would be: ids, fields, quotes and braces."""
    return -(-quarters(json.dumps(messages, ensure_ascii=False)) // 4)


def finding(trial: Trial, words: str) -> Finding:
    """Return a finding that says how the right number comes about."""
    return Finding(f"{trial.right_answer}: {words}", str(trial.answer))


def written(messages: list[Message]) -> str:
    """Say which text counts, and what it weighs."""
    text = serialize(messages)
    weight = quarters(text) / 4
    quoted = json.dumps(shortened(text), ensure_ascii=False)
    return f"serialize writes {quoted}, which weighs {weight:g}{'' if weight.is_integer() else ', rounded up once'}"


@lesson.rule(
    1,
    reason="an agent estimates before its first request too, when there is nothing yet",
    look="What does your function return for an empty list?",
    think="The text of no messages is empty, and an empty text is 0.",
    nearly="no special case: serialize([]) is ''",
)
def counts_no_messages_as_nothing(trial: Trial) -> Finding | None:
    """Judge the empty history."""
    if trial.messages or trial.answer == 0:
        return None
    return finding(trial, "there is no message")


@lesson.rule(
    4,
    reason="with the whole measured one way and its parts another, the cut fell at index 0 and everything was "
    "compacted (earendil-works/pi#2562)",
    look="Print serialize(messages) beside what your function counts. What is in one and not in the other?",
    think="The text that counts is what serialize writes: role, colon, content, newline. Nothing else, nothing less.",
    nearly="estimate_tokens(serialize(messages))",
)
def counts_roles_and_text(trial: Trial) -> Finding | None:
    """Judge histories of plain text."""
    if subject(trial.messages) != "text" or trial.answer == trial.right_answer:
        return None
    return finding(trial, written(trial.messages))


@lesson.rule(
    3,
    reason="rounding each message adds up to half a token a message, thousands in a long session",
    look="How often does your function round: once, or once a message?",
    think="One text, one ceil: put the messages together before you estimate.",
    nearly="one call of estimate_tokens, outside of any loop over the messages",
)
def rounds_up_once(trial: Trial) -> Finding | None:
    """Judge histories whose estimates message by message add up to another number."""
    if subject(trial.messages) != "rounding" or trial.answer == trial.right_answer:
        return None
    return finding(trial, f"{written(trial.messages)}; each message rounded alone gives another number")


@lesson.rule(
    4,
    reason="a file that is written through a call is all in its arguments; the whole call has to count "
    "(NousResearch/hermes-agent#28053)",
    look="The assistant message holds more than its content. What does the model read of the call?",
    think="Each call counts with its tool's name and its arguments, the JSON text as it stands.",
    nearly="serialize writes the calls already; if you write the text yourself, walk message.get('tool_calls') or ()",
)
def counts_calls(trial: Trial) -> Finding | None:
    """Judge that calls are counted with name and arguments."""
    if subject(trial.messages) != "calls" or trial.right_answer <= trial.answer <= estimate_of_json(trial.messages):
        return None
    texts = [
        f"{each['function']['name']}{each['function']['arguments']}" for m in trial.messages for each in calls_of(m)
    ]
    return finding(trial, f"the calls count too, each with its name and arguments: {shortened(' '.join(texts))}")


def shortened(text: str) -> str:
    """Cut a text for a sentence."""
    return text if len(text) <= 60 else f"{text[:59]}…"


@lesson.rule(
    3,
    reason="len(None), or len of a list of parts, killed the run in the estimator (run-llama/llama_index#23104)",
    look="What is the content of each message here: a text, None, a list of parts, or is the key missing?",
    think="None and a missing key are the empty text; of a list, the text parts are joined with nothing between.",
    nearly="the lab's text_of(message) reads every form, and serialize uses it",
)
def reads_every_form_of_content(trial: Trial) -> Finding | None:
    """Judge histories with content that is not plain text."""
    if subject(trial.messages) != "content" or trial.answer == trial.right_answer:
        return None
    texts = [text_of(message) for message in trial.messages]
    read = shortened(", ".join(f'"{text}"' for text in texts))
    return finding(trial, f"{written(trial.messages)}; the contents read {read}")


@lesson.rule(
    3,
    reason="images that count next to nothing fill the window unseen (earendil-works/pi#1441)",
    look="How many parts here are not text, and what do they add in your function?",
    think="An image has no text to weigh, so it costs a flat 85; its address or data is not counted as text.",
    nearly="estimate + 85 * the number of parts whose type is not 'text'",
)
def adds_a_flat_cost_for_each_other_part(trial: Trial) -> Finding | None:
    """Judge histories with images and files."""
    if subject(trial.messages) != "parts" or trial.answer == trial.right_answer:
        return None
    count = other_parts(trial.messages)
    which = "the part that is" if count == 1 else f"each of the {count} parts that are"
    return finding(trial, f"{written(trial.messages)}; and {OTHER_PART} for {which} not text")


@lesson.rule(
    3,
    reason="the table of thresholds leaves ids out; an estimate that has them fires early in sessions with many calls",
    look="Which text does your function count that serialize does not write?",
    think="Ids and the names of fields are not part of the estimate. The chapter says what that costs.",
    nearly="only role, content, and each call's name and arguments",
)
def leaves_ids_out(trial: Trial) -> Finding | None:
    """Judge that nothing but the serialized text is counted where there are calls."""
    if subject(trial.messages) != "calls" or trial.answer == trial.right_answer:
        return None
    ids = [id for message in trial.messages for id in call_ids(message)]
    return finding(trial, f"{written(trial.messages)}; ids such as {ids[0]} are not in it")


@lesson.rule(
    1,
    reason="a history changed in place is lost to the store and to a retry (code-yeongyu/senpi#1422)",
    look="Is every message afterwards as it was before?",
    think="Reading needs no change: no pop, no filling in of missing content.",
    nearly="message.get('content') or '' reads without writing",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


def case(name: str, messages: Any, size: int = 0) -> Case:
    """Make a case from a history."""
    return Case(name, size or 100 * len(messages), (Step(CALL, (messages,)),))


def image(url: str = "https://x.y/z.png") -> dict[str, Any]:
    """Make a part that is not text."""
    return {"type": "image_url", "image_url": {"url": url}}


def text_part(text: str) -> dict[str, str]:
    """Make a part that is text."""
    return {"type": "text", "text": text}


@lesson.enumeration
def every_small_history() -> Iterator[Case]:
    """Yield every history of up to three units of some kinds, smallest first."""
    units = (
        [user("hi")],
        [user("one question")],
        [assistant("说一下")],
        [assistant("ok", [call("id_1", "ls", '{"path": "."}')]), tool("x.md", "id_1")],
        [assistant(None, [call("id_2", "grep", '{"pattern": "a"}')]), tool("none found", "id_2")],
        [user([text_part("see "), text_part("this")])],
        [user([text_part("and"), image()])],
    )
    for count in range(4):
        for number, chosen in enumerate(product(units, repeat=count)):
            messages = [message for unit in chosen for message in unit]
            yield case(f"{count} units, {number}", messages, 100 * len(messages) + count)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    arguments = '{"path": "notes/plan.md", "content": "' + "buy milk, call Ada; " * 20 + '"}'
    parallel = [call("call_0", "read_file", '{"path": "a.md"}'), call("call_1", "read_file", '{"path": "b.md"}')]
    empty = {"id": "a", "type": "function", "function": {"name": "ls", "arguments": None}}
    return [
        case("an empty history", [], 1),
        case("one short message", [user("hi")], 10),
        case("a message without text", [user("")], 11),
        case("two messages that round apart", [user("hi"), assistant("hello")]),
        case("a system prompt in Chinese", [system("你是一个文件整理助手。"), user("开始")]),
        case("a call with long arguments", [assistant("writing", [call("call_7", "write_file", arguments)])]),
        case("parallel calls", [assistant("both", parallel), tool("A", "call_0"), tool("B", "call_1")]),
        case("a call whose id is long", [assistant("ok", [call("call_" + "9f86d081" * 8, "ls", "{}")])]),
        case("calls beside content None", [assistant(None, parallel), tool("A", "call_0"), tool("B", "call_1")]),
        case("content None and a missing key", [user(None), {"role": "user"}, {"content": "who?"}]),
        case("a call without arguments", [{"role": "assistant", "content": "", "tool_calls": [empty]}], 10**5),
        case("tool_calls None", [{"role": "assistant", "content": "done", "tool_calls": None}], 10**4),
        case("text in parts", [user([text_part("read "), text_part("it")])]),
        case("a result in parts", [assistant("", ["a"]), tool([text_part("line 1\n"), text_part("line 2")], "a")]),
        case("an empty list of parts", [user([])]),
        case("one image", [user([text_part("what is this?"), image()])]),
        case("three images and a file", [user([image(), image(), image(), {"type": "file", "file": {}}])]),
        case("an image as data", [user([image("data:image/png;base64," + "iVBORw0KGgo" * 40)])]),
        case(
            "images in two messages", [user([image(), text_part("a")]), assistant("b"), user([text_part("c"), image()])]
        ),
        case("a session of 2,000 messages", built("long_history", count=2_000), 10**6),
    ]
