"""What a right `anchored_count` does."""

from collections.abc import Iterator
from typing import Any

from autograder.execution.cases import CALL, Case, Step, built
from autograder.lab.messages import Message, assistant, call, system, tool, user
from autograder.lessons.common import left_alone
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.oracle import right_function
from autograder.lessons.shapes import an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "anchored_count",
    "ch01_estimate",
    minutes=20,
    difficulty=2,
    returns=("a whole number of tokens", an_int),
    needs=("estimate_messages",),
)

OPENAI = ("prompt_tokens", "completion_tokens")
ANTHROPIC = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")


def fields(usage: dict[str, Any]) -> dict[str, int]:
    """Return the fields of a usage report that count, by name."""
    return {name: usage.get(name) or 0 for name in (OPENAI if "prompt_tokens" in usage else ANTHROPIC)}


def usable(trial: Trial) -> bool:
    """Say whether a case has an anchor with a report."""
    usage, anchor = trial.given["usage"], trial.given["anchor"]
    if not usage or anchor is None or not 0 <= anchor < len(trial.messages):
        return False
    return sum(fields(usage).values()) > 0


def subject(trial: Trial) -> str:
    """Return the name of the rule whose subject a case is, so that each mistake has one name."""
    usage, anchor, count = trial.given["usage"], trial.given["anchor"], len(trial.messages)
    if not usage or anchor is None:
        return "estimates_without_a_report"
    if not 0 <= anchor < count:
        return "estimates_where_the_anchor_is_not_there"
    if not usable(trial):
        return "estimates_where_the_report_is_empty"
    if anchor == 0:
        return "accepts_the_first_message_as_anchor"
    if anchor < count - 1 or counts_twice(trial):
        return "adds_what_came_after"
    if any(usage.get(name) is None for name in fields(usage)):
        return "takes_a_missing_field_for_nothing"
    return "reads_openais_report" if "prompt_tokens" in usage else "reads_anthropics_report"


def counts_twice(trial: Trial) -> bool:
    """Say whether an answer adds an estimate of messages that the report covers already."""
    messages, anchor = trial.messages, trial.given["anchor"]
    extra = trial.answer - sum(fields(trial.given["usage"]).values())
    estimate = right_function("estimate_messages")
    return extra in (estimate(messages[anchor:]), estimate(messages))


def judged(trial: Trial, rule: str) -> Finding | None:
    """Judge a case that is the subject of a rule; the others are other rules' work."""
    if subject(trial) != rule or trial.answer == trial.right_answer:
        return None
    again = ": messages that the report covers are estimated again" if usable(trial) and counts_twice(trial) else ""
    return Finding(f"{trial.right_answer:,}: {sum_in_words(trial)}", f"{trial.answer:,}{again}")


def sum_in_words(trial: Trial) -> str:
    """Say how the right number comes about."""
    usage, anchor, count = trial.given["usage"], trial.given["anchor"], len(trial.messages)
    whole = {
        "estimates_without_a_report": "there is no usage or no anchor",
        "estimates_where_the_anchor_is_not_there": f"there is no message {anchor}",
        "estimates_where_the_report_is_empty": "a total of 0 reports nothing",
    }.get(subject(trial))
    if whole is not None:
        return f"{whole}, so everything is estimated"
    named = " + ".join(f"{name} {number:,}" for name, number in fields(usage).items())
    rest = trial.right_answer - sum(fields(usage).values())
    if anchor == count - 1:
        return f"{named}; nothing came after message {anchor}"
    later = f"message {count - 1}" if anchor == count - 2 else f"messages {anchor + 1} to the end"
    return f"{named}, and {rest:,} estimated for {later}"


@lesson.rule(
    1,
    reason="after a failed or aborted reply there is no report, and an agent that then counts nothing never compacts "
    "(openclaw/openclaw#120264)",
    look="What is known here: a report, the place it belongs to, both, or neither?",
    think="A report without its place, or a place without a report, is no anchor. Then everything is estimated.",
    nearly="if usage or anchor is missing: return estimate_messages(messages)",
)
def estimates_without_a_report(trial: Trial) -> Finding | None:
    """Judge calls without usage, or without anchor."""
    return judged(trial, "estimates_without_a_report")


@lesson.rule(
    1,
    reason="a kept message that carries the report of a list long gone made the second compaction wipe the kept tail "
    "(openclaw/openclaw#26529)",
    look="Is there a message with that index? Mind that Python counts -1 from the end.",
    think="An anchor outside the list belongs to another list. It is ignored, negative ones too.",
    nearly="0 <= anchor < len(messages), else a full estimate",
)
def estimates_where_the_anchor_is_not_there(trial: Trial) -> Finding | None:
    """Judge anchors outside of the list."""
    return judged(trial, "estimates_where_the_anchor_is_not_there")


@lesson.rule(
    1,
    reason="usage of 0 after a failed report meant that nothing ever triggered (iOfficeAI/aionrs#233)",
    look="What do the fields of the report add up to?",
    think="No real reply cost 0 tokens. A total of 0 is a report that failed.",
    nearly="if the total is 0: return estimate_messages(messages)",
)
def estimates_where_the_report_is_empty(trial: Trial) -> Finding | None:
    """Judge reports whose total is nothing."""
    return judged(trial, "estimates_where_the_report_is_empty")


@lesson.rule(
    3,
    reason="prompt_tokens includes what was cached; added again, compaction fired at 127,000 as if at 254,000 "
    "(SamSaffron/term-llm#98)",
    look="Which numbers of the report does your total hold, and is any token in two of them?",
    think="OpenAI's prompt_tokens is the whole prompt, cached or not. Only the reply comes on top.",
    nearly="usage['prompt_tokens'] + usage['completion_tokens']",
)
def reads_openais_report(trial: Trial) -> Finding | None:
    """Judge OpenAI's form at the last message."""
    return judged(trial, "reads_openais_report")


@lesson.rule(
    3,
    reason="input_tokens leaves out what was cached; alone it said 3 of 90,003, and compaction never fired "
    "(gi-dellav/zerostack#122)",
    look="With a warm cache input_tokens is tiny. Where are the other tokens of the prompt?",
    think="Anthropic reports the prompt in three parts that share no token, and the reply in a fourth. Add all four.",
    nearly="input + cache_creation_input + cache_read_input + output",
)
def reads_anthropics_report(trial: Trial) -> Finding | None:
    """Judge Anthropic's form at the last message."""
    return judged(trial, "reads_anthropics_report")


@lesson.rule(
    3,
    reason="gateways leave fields out or send null, and the estimator is the last place where a run should die",
    look="Which field is missing here, or None?",
    think="A field that is not there, or is None, counts 0. With the key prompt_tokens it is OpenAI's form even so.",
    nearly="usage.get(field) or 0",
)
def takes_a_missing_field_for_nothing(trial: Trial) -> Finding | None:
    """Judge reports with gaps."""
    return judged(trial, "takes_a_missing_field_for_nothing")


@lesson.rule(
    5,
    reason="what came after the reply, often a large result, is what overflows the next request "
    "(aaif-goose/goose#11072)",
    look="Which messages did the report not know of when it was made?",
    think="The report covers everything up to the reply at the anchor, that reply included. Estimate the rest, all at "
    "once.",
    nearly="total + estimate_messages(messages[anchor + 1:])",
)
def adds_what_came_after(trial: Trial) -> Finding | None:
    """Judge anchors with messages behind them."""
    return judged(trial, "adds_what_came_after")


@lesson.rule(
    2,
    reason="after a compaction the anchor may well be the first message; taken for None, it is estimated in full",
    look="What is bool(0) in Python?",
    think="0 is an index like any other. Ask whether the anchor is None, not whether it is true.",
    nearly="anchor is not None",
)
def accepts_the_first_message_as_anchor(trial: Trial) -> Finding | None:
    """Judge anchor 0."""
    return judged(trial, "accepts_the_first_message_as_anchor")


@lesson.rule(
    1,
    reason="a report changed in place is wrong for whoever bills it next",
    look="Are history and usage afterwards as they were before?",
    think="Reading needs no change: get, not pop.",
    nearly="usage.get(field), messages[anchor + 1:]",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


HISTORY: list[Message] = [
    user("read both notes"),
    assistant("Reading.", [call("a", "read_file", '{"path": "one.md"}'), call("b", "read_file", '{"path": "two.md"}')]),
    tool("Buy milk.", "a"),
    tool("Call Ada.", "b"),
    assistant("Milk, and Ada."),
    user("and when?"),
]


def openai(prompt: int, reply: int, cached: int = 0) -> dict[str, Any]:
    """Make a report in OpenAI's form."""
    details = {"cached_tokens": cached}
    return {
        "prompt_tokens": prompt,
        "completion_tokens": reply,
        "total_tokens": prompt + reply,
        "prompt_tokens_details": details,
    }


def anthropic(fresh: int, written: int, read: int, reply: int) -> dict[str, Any]:
    """Make a report in Anthropic's form."""
    return dict(zip(ANTHROPIC, (fresh, written, read, reply), strict=True)) | {"service_tier": "standard"}


def case(name: str, messages: Any, usage: dict[str, Any] | None, anchor: int | None, size: int = 0) -> Case:
    """Make a case from a history, a report and an anchor."""
    size = size or 10 * len(messages) + len(usage or ())
    return Case(name, size, (Step(CALL, (messages,), {"usage": usage, "anchor": anchor}),))


@lesson.enumeration
def every_small_anchor() -> Iterator[Case]:
    """Yield the fronts of one history with every anchor and some reports, smallest first."""
    reports: tuple[dict[str, Any] | None, ...] = (
        None,
        openai(12, 3),
        openai(40, 8, 32),
        anthropic(2, 5, 30, 4),
        {"input_tokens": 9},
        {},
    )
    for count in range(1, len(HISTORY) + 1):
        for anchor in (*range(count), None, count, count + 1, -1, -2):
            for number, usage in enumerate(reports):
                yield case(f"{count} messages, anchor {anchor}, report {number}", HISTORY[:count], usage, anchor)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    short = [user("hi"), assistant("hello")]
    image = user([{"type": "text", "text": "and this?"}, {"type": "image_url", "image_url": {}}])
    rounding = [user("one"), assistant("two"), user("seven!"), user("seven?"), user("seven.")]
    return [
        Case("a history alone", 5, (Step(CALL, (short,)),)),
        case("an empty history", [], {"prompt_tokens": 10, "completion_tokens": 5}, 0, 1),
        case("usage without an anchor", short, openai(10, 5), None),
        case("an anchor without usage", short, None, 1),
        case("an empty report", short, {}, 1),
        case("an anchor of -1", short, openai(10, 5), -1),
        case("an anchor just past the end", short, openai(10, 5), 2),
        case("an anchor far past the end", short, anthropic(10, 0, 0, 5), 99),
        case("OpenAI's report of 0", short, openai(0, 0), 1),
        case("Anthropic's report of 0", short, anthropic(0, 0, 0, 0), 1),
        case("a report of other things only", short, {"service_tier": "standard"}, 1),
        case("prompt_tokens None and nothing else", short, {"prompt_tokens": None}, 1),
        case("OpenAI without a cache", short, openai(120, 7), 1),
        case("OpenAI with 126,000 of 127,000 cached", short, openai(127_000, 300, 126_000), 1),
        case("Anthropic without a cache", short, anthropic(120, 0, 0, 7), 1),
        case("Anthropic with a warm cache", short, anthropic(3, 0, 90_000, 250), 1),
        case("Anthropic writing the cache", short, anthropic(3, 4_000, 86_000, 250), 1),
        case("OpenAI without completion_tokens", short, {"prompt_tokens": 50}, 1),
        case("OpenAI with completion_tokens None", short, {"prompt_tokens": 50, "completion_tokens": None}, 1),
        case("prompt_tokens None beside a reply", short, {"prompt_tokens": None, "completion_tokens": 9}, 1),
        case("Anthropic without cache fields", short, {"input_tokens": 50, "output_tokens": 9}, 1),
        case("Anthropic with a cache field None", short, anthropic(50, 0, 0, 9) | {"cache_read_input_tokens": None}, 1),
        case("only output_tokens", short, {"output_tokens": 9}, 1),
        case("the results of two calls came after", HISTORY[:4], openai(90, 30), 1),
        case("a question came after", HISTORY, anthropic(4, 0, 100, 12), 4),
        case("three short messages came after", rounding, openai(9, 2), 1),
        case("an image came after", [*short, image], openai(10, 5), 1),
        case("anchor 0 of one message", [system("be brief")], openai(6, 1), 0),
        case("anchor 0 with messages after it", short, openai(60, 10), 0),
        case("anchor 0 in Anthropic's form", short, anthropic(2, 0, 58, 10), 0),
        case(
            "a session of 2,000 messages", built("long_history", count=2_000), openai(50_000, 400, 49_000), 1_500, 10**6
        ),
    ]
