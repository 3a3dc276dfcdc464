"""What a right `needs_compaction` does."""

from typing import Any

from autograder.execution.cases import CALL, Case, Step
from autograder.lab.messages import Message, assistant, call, system, tool, user
from autograder.lessons.common import left_alone, refusal
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.oracle import right_function
from autograder.lessons.shapes import a_bool
from autograder.lessons.trial import Trial

lesson = Lesson(
    "needs_compaction",
    "ch07_pipeline",
    minutes=10,
    difficulty=1,
    returns=("True or False", a_bool),
    needs=("estimate_messages", "input_budget"),
)

ARGUMENTS = ("window", "max_output", "buffer")


def estimate(trial: Trial) -> int:
    """Return the estimate of the history."""
    tokens: int = right_function("estimate_messages")(trial.messages)
    return tokens


def budget(given: dict[str, Any]) -> int:
    """Return what is left of the window for the history."""
    left: int = given["window"] - given["max_output"] - given["buffer"]
    return left


def is_near(trial: Trial) -> bool:
    """Say whether the estimate is so near the budget that single tokens decide."""
    return abs(estimate(trial) - budget(trial.given)) <= len(trial.messages)


def is_hard_to_count(trial: Trial) -> bool:
    """Say whether the history has calls, parts, or text of which a character is more than a quarter of a token."""
    return not str(trial.messages).isascii() or any(
        each.get("tool_calls") or isinstance(each.get("content"), list) for each in trial.messages
    )


def finding(trial: Trial) -> Finding | None:
    """Return what is wrong with the answer, with the numbers it is about; `None` where it is right."""
    if trial.answer is trial.right_answer:
        return None
    given, tokens, left = trial.given, estimate(trial), budget(trial.given)
    relation = "over" if trial.right_answer else "not over"
    numbers = f"{tokens:,} tokens are {relation} {given['window']:,} - {given['max_output']:,} - {given['buffer']:,}"
    return Finding(f"{trial.right_answer}: {numbers} = {left:,}", str(trial.answer))


@lesson.rule(
    4,
    reason="without room for the reply a request is refused while the window looks 78 % full (earendil-works/pi#8061)",
    look="How many tokens does the history have, and how many may it have here?",
    think="A window holds prompt and reply together, and an estimate needs some air.",
    nearly="compare the estimate with input_budget(window, max_output, buffer)",
)
def leaves_room_for_the_reply(trial: Trial) -> Finding | None:
    """Judge plain histories that are far from the budget."""
    return None if is_near(trial) or is_hard_to_count(trial) else finding(trial)


@lesson.rule(
    3,
    reason="what is not counted is sent all the same; tools and calls were 43 % of one prompt "
    "(anomalyco/opencode#18962)",
    look="Does this history hold calls, images or Chinese, and what does your count make of them?",
    think="The contents are only a part of a request. One function of chapter 1 counts all of it.",
    nearly="estimate_messages(messages), not the lengths of the contents",
)
def counts_the_whole_request(trial: Trial) -> Finding | None:
    """Judge histories with calls, parts and Chinese that are far from the budget."""
    return finding(trial) if is_hard_to_count(trial) and not is_near(trial) else None


@lesson.rule(
    3,
    reason="a trigger that fires at its own target compacts again each round (NousResearch/hermes-agent#109682)",
    look="What does your function say of a history that fills the budget to the last token?",
    think="What fits needs no compaction. Over means more than, and the estimate is rounded up once, not per message.",
    nearly="estimate > budget",
)
def is_exact_at_the_budget(trial: Trial) -> Finding | None:
    """Judge histories near the budget."""
    return finding(trial) if is_near(trial) else None


@lesson.rule(
    1,
    on=("refusal",),
    reason="a reserve larger than a small window made the threshold 0, and it fired at every message "
    "(cline/cline#11894)",
    look="How much of the window is left for the history here?",
    think="No history fits a budget of nothing, so no compaction helps: say so at once, also for an empty history.",
    nearly="refuse negative numbers by name; input_budget refuses the rest, if you call it before anything is returned",
)
def refuses_a_window_without_room(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    return refusal(trial, lambda given: [name for name in ARGUMENTS if given[name] < 0] or list(ARGUMENTS))


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="a history changed in place is lost to the store and to a retry (code-yeongyu/senpi#1422)",
    look="Is the history that was given still the same afterwards?",
    think="Looking needs no change.",
    nearly="count, and touch nothing",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


def case(name: str, messages: list[Message], size: int, *, window: int, **rest: int) -> Case:
    """Make a case from a history and the numbers."""
    return Case(name, size, (Step(CALL, (messages, window), rest),))


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    short = [system("be brief"), user("hello there, how are you?")]  # 12 tokens
    long = [user("a" * 2_394)]  # 600 tokens
    many = [user("ab") if i % 2 else assistant("ab") for i in range(40)]  # 105 tokens, and 120 counted one by one
    calls = [user("go"), assistant(calls=[call("a", "write_file", {"text": "x" * 400})]), tool("done", "a")]
    picture = [user([{"type": "text", "text": "see"}, {"type": "image_url"}])]  # 88 tokens
    chinese = [user("你好" * 100)]
    return [
        case("a short history in a large window", short, 1, window=8_192, max_output=1_024),
        case("a long history in a large window", long, 10, window=128_000, max_output=4_096),
        case("over the window", long, 11, window=550, max_output=20, buffer=0),
        case("in the window, but not beside the reply", long, 12, window=800, max_output=300, buffer=10),
        case("in the window, but not beside the buffer", long, 13, window=800, max_output=10, buffer=300),
        case("in the window, but not beside the default buffer", long, 14, window=1_100, max_output=10),
        case("beside reply and default buffer", long, 15, window=1_500, max_output=300),
        case("no room kept for anything", long, 16, window=650, max_output=0, buffer=0),
        case("Chinese text that fits", chinese, 17, window=1_000, max_output=100),
        case("Chinese text that does not", chinese, 18, window=800, max_output=100),
        case("long arguments of a call, over", calls, 30, window=120, max_output=20, buffer=0),
        case("long arguments of a call, under", calls, 31, window=200, max_output=20, buffer=0),
        case("an image, over", picture, 32, window=100, max_output=20, buffer=0),
        case("an image, under", picture, 33, window=200, max_output=20, buffer=0),
        case("exactly the budget", long, 20, window=1_600, max_output=488),
        case("one token over the budget", long, 21, window=1_599, max_output=488),
        case("one token under the budget", long, 22, window=1_601, max_output=488),
        case("forty short messages that fit exactly", many, 23, window=105, max_output=0, buffer=0),
        case("forty short messages, one token over", many, 24, window=104, max_output=0, buffer=0),
        case("an empty history", [], 2, window=1_000, max_output=100),
        case("an empty history and one token of room", [], 3, window=613, max_output=100),
        case("a window without room", short, 5, window=1_024, max_output=512),
        case("a reserve larger than the window", short, 6, window=8_192, max_output=20_000),
        case("a window without room, and an empty history", [], 4, window=1_000, max_output=488),
        case("a window of 0", [], 7, window=0, max_output=0, buffer=0),
        case("a negative reply", short, 8, window=8_192, max_output=-1),
        case("a negative buffer", short, 9, window=8_192, max_output=100, buffer=-512),
        case("a negative window", [], 8, window=-8_192, max_output=100),
    ]
