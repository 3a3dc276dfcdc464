"""What a right `shrink_arguments` does."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from autograder.execution.cases import CALL, Case, Step, built
from autograder.lab.messages import Call, Message, assistant, call, calls_of, tool, user
from autograder.lessons.ch02_truncate.arguments import (
    NOT_JSON,
    all_arguments,
    as_json,
    escapes_letters,
    frames_differ,
    leaves,
    long_leaf_wrong,
    parsed,
    values_differ,
)
from autograder.lessons.common import in_time, left_alone, refusal
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_list_of_messages
from autograder.lessons.stumbles import CRASHES, stumbling
from autograder.lessons.trial import Trial

lesson = Lesson(
    "shrink_arguments",
    "ch02_truncate",
    minutes=30,
    difficulty=3,
    returns=("a list of messages", a_list_of_messages),
    needs=("truncate",),
    raises=(*CRASHES, "ValueError"),
)


def stumbles_at(trial: Trial) -> str:
    """Name the rule that a crash belongs to; no case of small histories holds two kinds that are hard to read."""
    texts = [each["function"]["arguments"] for message in trial.messages for each in calls_of(message)]
    values = list(map(parsed, texts))
    if NOT_JSON in values:
        return "leaves_what_is_not_json"
    if any(type(leaf) not in (str, list, dict) for each in values for _, leaf in leaves(each)):
        return "keeps_keys_and_other_values"
    is_flat = all(type(each) is dict and all(type(leaf) is str for leaf in each.values()) for each in values)
    return "keeps_every_message" if is_flat else "reaches_every_leaf"


judged = stumbling(stumbles_at)


@lesson.rule(
    1,
    reason="a call whose id or name is lost has no result any more, and the request is refused (BerriAI/litellm#10696)",
    look="Which message or call is gone, or has lost one of its keys?",
    think="Only the text of arguments changes. Ids, names, contents and the order stay.",
    nearly='{**call, "function": {**call["function"], "arguments": ...}}',
)
@judged
def keeps_every_message(trial: Trial) -> Finding | None:
    """Judge that nothing but arguments differs."""
    return frames_differ(trial)


@lesson.rule(
    1,
    reason="arguments cut as text are no JSON any more, and the provider answers 400 (NousResearch/hermes-agent#11762)",
    look="Can json.loads read the arguments in your answer?",
    think="Do not cut the text. Read it, cut the texts inside, and write it again.",
    nearly="json.loads, then a change of the value, then json.dumps",
)
@judged
def stays_valid_json(trial: Trial) -> Finding | None:
    """Judge that what was cut can still be read."""
    broken = [each for each in all_arguments(trial) if each.is_cut and parsed(each.mine) is NOT_JSON]
    return broken[0].finding(f"JSON, such as {as_json(broken[0].right)}") if broken else None


@lesson.rule(
    7,
    reason="a file that an agent wrote stands in its history twice: on disk, and in the call, sent again each round",
    look="Which value is longer than max_leaf, and what is it in your answer?",
    think="Each text longer than max_leaf is truncated, by the rules of truncate and with the same marker.",
    nearly="truncate(value, max_leaf, marker) for each value that is a text",
)
@judged
def cuts_long_leaves(trial: Trial) -> Finding | None:
    """Judge long texts that are values of the arguments' object."""
    return long_leaf_wrong(trial, nested=False)


@lesson.rule(
    4,
    reason="edit tools send lists of objects; the long texts are two levels down",
    look="Where in the parsed value does the long text stand?",
    think="A value may be a list or an object again, and the whole value may be one bare text.",
    nearly="a function of a value that calls itself for each entry of a list, and for each value of a dict",
)
@judged
def reaches_every_leaf(trial: Trial) -> Finding | None:
    """Judge long texts inside lists and objects, and a bare one."""
    return long_leaf_wrong(trial, nested=True)


@lesson.rule(
    3,
    reason="the model reads its own calls as examples; a call that shows a wrong key or number teaches it that",
    look="Compare the two values: which key or entry differs?",
    think="Keys are never cut, and numbers, true, false, null and short texts are what they were.",
    nearly="return any value that is no text, list or dict as it is; keep the keys",
)
@judged
def keeps_keys_and_other_values(trial: Trial) -> Finding | None:
    """Judge the whole parsed value."""
    return values_differ(trial)


@lesson.rule(
    3,
    reason="one other blank in an old call, and the cached prefix ends there: everything after it is paid in full "
    "(vercel/ai#16567)",
    look="Has that call a leaf that is too long, and are its arguments the same text, blank for blank?",
    think="Writing JSON again changes blanks and escapes. Where nothing is cut, hand on the text you were given.",
    nearly="if the changed value equals the parsed one: the call as it is",
)
@judged
def keeps_the_bytes_of_short_ones(trial: Trial) -> Finding | None:
    """Judge arguments without a long leaf."""
    for each in all_arguments(trial):
        if each.is_json and not each.is_running and not each.is_cut and each.mine != each.before:
            return each.finding(f"{as_json(each.before)}, to the byte: nothing in it is too long")
    return None


@lesson.rule(
    2,
    reason="escapes make Chinese six characters long each, so that a cut makes the prompt longer",
    look="Do you see \\u and four digits in your answer where the text had a letter?",
    think="json.dumps escapes everything beyond ASCII unless it is told not to.",
    nearly="json.dumps(value, ensure_ascii=False)",
)
@judged
def writes_non_ascii_as_itself(trial: Trial) -> Finding | None:
    """Judge how letters are written."""
    for each in all_arguments(trial):
        if each.is_cut and type(each.mine) is str and escapes_letters(each.mine):
            return each.finding(as_json(each.right))
    return None


@lesson.rule(
    2,
    reason="a model's half-written arguments must reach it as they were, so that it sees its mistake "
    "(NousResearch/hermes-agent#12242)",
    look="Is that text JSON? Is NaN?",
    think="What cannot be read cannot be cut: it stays. Python's json reads NaN and Infinity, but they are no JSON.",
    nearly="except ValueError: the call as it is; and give json.loads a parse_constant that raises one",
)
@judged
def leaves_what_is_not_json(trial: Trial) -> Finding | None:
    """Judge arguments that are not JSON."""
    for each in all_arguments(trial):
        if not each.is_json and not each.is_running and each.mine != each.before:
            return each.finding(f"{as_json(each.before)}, as it was: that is not JSON")
    return None


@lesson.rule(
    2,
    reason="a tool that starts late reads its arguments from the history, and would run with half of them "
    "(7df-lab/devo#186)",
    look="Has every call of the last batch its result?",
    think="While a batch at the very end lacks a result, its calls are work in hand, all of them: leave them.",
    nearly="find the last batch; if it ends the history and lacks results, pass its message on as it is",
)
@judged
def leaves_a_running_batch(trial: Trial) -> Finding | None:
    """Judge calls of a batch that still lacks results."""
    for each in all_arguments(trial):
        if each.is_running and each.mine != each.before:
            return each.finding(f"{as_json(each.before)}, as it was: its batch still lacks a result")
    return None


@lesson.rule(
    2,
    on=("refusal",),
    reason="a negative limit comes from a mistake elsewhere, and would empty every call silently (cline/cline#11894)",
    look="What does a negative max_leaf mean here?",
    think="It means a mistake elsewhere. Say so before anything is cut, also for an empty list.",
    nearly="if max_leaf < 0: raise ValueError with its name and value",
)
def refuses_a_negative_limit(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    return refusal(trial, lambda given: ["max_leaf"])


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="a history changed in place is lost to the store and to a retry (code-yeongyu/senpi#1422)",
    look="Is the list that was given, with its calls and their functions, still the same afterwards?",
    think="The arguments lie four levels deep. Every level on the way to a change has to be new.",
    nearly="a new list, a new message, a new list of calls, a new call, a new function",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


@lesson.rule(
    2,
    on=("speed",),
    reason="every round shrinks the whole history; a search per call freezes long sessions",
    look="How often does your function go over the messages after a call?",
    think="Only one batch can be running, the last. Find it once, before the loop.",
    nearly="find_batches(messages)[-1], once",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge a large history; how its JSON is spaced is free, as everywhere."""
    if trial.outcome.status == "timeout" or trial.outcome.error is not None:
        return in_time(trial)
    return frames_differ(trial) or values_differ(trial)


LONG = "one long leaf"
PLAIN = (
    "{}",
    '{"path":"a.md"}',
    f'{{"text": "{LONG}"}}',
    f'{{"path":  "a.md", "text":  "{LONG}"}}',
    '{"a key that is long": "ab"}',
    '{"text": "你好，世界，再见"}',
    '{"text": "\\u4f60\\u597d"}',
)
HARD = (
    "",
    f'"{LONG}"',
    f'["{LONG}", "ab"]',
    f'{{"edits": [{{"old": "{LONG}", "new": "b"}}]}}',
    f'{{"a key that is long": "{LONG}", "n": 1, "x": 1.0, "ok": true, "none": null, "empty": [{{}}, ""]}}',
    f'{{"text": "{LONG}"',
    f'{{"x": NaN, "text": "{LONG}"}}',
)
ARGUMENTS = PLAIN + HARD


def history(*arguments: Any, results: int | None = None) -> list[Message]:
    """Write a history with one batch; `results` fewer than calls leave it running."""
    calls = [call(id, "edit", each) for id, each in zip("abcdefgh", arguments, strict=False)]
    answered: list[Call] = calls[: len(calls) if results is None else results]
    return [user("do it"), assistant(calls=calls), *(tool("done", each["id"]) for each in answered)]


def case(name: str, messages: Any, max_leaf: int | None = None, marker: str | None = None) -> Case:
    """Make a case from a history, a limit and a marker."""
    size = 0 if type(messages) is dict else sum(20 + len(str(each)) for each in messages)
    named = {"max_leaf": max_leaf, "marker": marker}
    return Case(name, size, (Step(CALL, (messages,), {key: v for key, v in named.items() if v is not None}),))


@lesson.enumeration
def every_small_history() -> Iterator[Case]:
    """Yield every batch of up to two calls with arguments of every kind, whole or running, smallest first."""
    number = 0
    for count in range(1, 3):
        for arguments in product(ARGUMENTS, repeat=count):
            if sum(each in HARD for each in arguments) > 1:
                continue  # so that a crash tells which of them it is about
            for results in (count, count - 1):
                for limit in (7, 2, 0):
                    number += 1
                    yield case(f"small {number}", history(*arguments, results=results), limit)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    long, fits = {"text": "x" * 201}, {"text": "x" * 200}
    old = [user("write it"), assistant("I write it.", calls=[call("call_0", "write", long)]), tool("done", "call_0")]
    nested = {"edits": [{"old": LONG, "new": ["", [LONG]]}, {"old": "ab", "new": LONG}], "path": "a.md"}
    surrogate = '{"text": "ab\ud83dcd", "more": "' + LONG + '"}'
    return [
        case("the default limit of 200", history(long, fits)),
        case("every batch, not the last alone", [*old, assistant("Done."), *old[1:]]),
        case("exactly at the limit", history({"text": LONG}, {"text": LONG + "s"}), len(LONG)),
        case("texts deep inside", history(nested), 5),
        case("a marker of several characters", history({"text": LONG}), 8, "[cut]"),
        case("a marker longer than the limit", history({"text": LONG}, ["x" * 9]), 3, "[cut]"),
        case("an empty marker", history({"text": LONG}), 3, ""),
        case("a limit of 0", history({"text": LONG, "n": 0, "empty": ""}, ""), 0),
        case("blanks and escapes stay where nothing is cut", history(r'{ "a" : "\u4f60\/" }', {"text": LONG}), 5),
        case("numbers in a list", history(f'[1, "{LONG}", null, 2.50, 12345678901234567890]'), 5),
        case("white space around the value", history(f'\n {{"text": "{LONG}"}} '), 5),
        case(
            "letters of many scripts", history({"text": "你好，世界，再见", "e": "👨‍👩‍👧", "k": "é", "目标": "ok"}), 4
        ),
        case("a lone surrogate", history(surrogate), 5),
        case("quotes and newlines at the cut", history({"text": 'a"b\\c\nd"e\\f'}), 4),
        case("not JSON beside JSON", history('{"text": "never closed', {"text": LONG}), 5),
        case("infinite numbers", history(f'[-Infinity, "{LONG}"]', f'[Infinity, "{LONG}"]', {"text": LONG}), 5),
        case("no arguments at all", history("", {"text": LONG}), 5),
        case("a running batch without results", [*old, *history({"text": LONG}, results=0)], 5),
        case("an answered call of a running batch", [*old, *history({"text": LONG}, {"text": LONG}, results=1)], 5),
        case("a running batch that uses an id again", [*old, user("again"), old[1]], 5),
        case("an unread batch runs no more", history({"text": LONG}), 5),
        case("content and user text stay", [user(LONG), *history({"text": LONG})[1:], assistant(LONG)], 5),
        case("no calls", [user(LONG), assistant(LONG)], 5),
        case("an empty history", []),
        case("a negative limit", history({"text": LONG}), -1),
        case("a negative limit of an empty history", [], -7),
        *_large(),
    ]


def _large() -> list[Case]:
    step = Step(CALL, (built("long_history", count=4_000),), {"max_leaf": 12})
    return [Case("a session of 4,000 messages", 10**9, (step,), seconds=0.3)]
