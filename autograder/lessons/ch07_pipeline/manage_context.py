"""What a right `manage_context` does."""

from typing import Any

from autograder.execution.values import same
from autograder.lab.messages import Message, is_tool_result
from autograder.lessons.ch07_pipeline.calls import said
from autograder.lessons.ch07_pipeline.lists import lacking, names
from autograder.lessons.ch07_pipeline.manage_context_cases import edges, every_small_path
from autograder.lessons.ch07_pipeline.paths import Path, contents, older_request
from autograder.lessons.common import left_alone, refusal
from autograder.lessons.drawing import message_label
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_list_of_messages
from autograder.lessons.trial import Trial

lesson = Lesson(
    "manage_context",
    "ch07_pipeline",
    minutes=30,
    difficulty=2,
    returns=("a list of messages", a_list_of_messages),
    needs=("estimate_messages", "truncate_tool_results", "trim_history", "compact_history", "carry_request"),
)

NUMBERS = ("max_chars", "max_messages", "head", "threshold", "keep_tail")
HANDLE = "<persisted-output"


@lesson.rule(
    2,
    reason="one result of 120,000 characters fills a window that 50 messages would not (langchain-ai/deepagents#3405)",
    look="Which result is longer than max_chars, in your answer or in what was summarised?",
    think="Cutting results is free, so it comes first, on every path, whether the history is long or short.",
    nearly="cut = truncate_tool_results(messages, max_chars), and from there on only cut",
)
def cuts_long_results(trial: Trial) -> Finding | None:
    """Judge the length of results, in the answer and in what is summarised."""
    path = Path(trial)
    limit = path.given["max_chars"]
    seen = [*path.answer, *(each for middle in path.middles if type(middle) is list for each in middle)]
    long = next((each for each in seen if type(each) is dict and _is_too_long(each, limit)), None)
    if long is None:
        return None
    got = f"{message_label(long)} with {len(_texts(long)[0])} characters"
    return Finding(f"every result cut to max_chars={limit}, before anything else", got)


def _is_too_long(message: Message, limit: int) -> bool:
    return is_tool_result(message) and any(
        len(text) > limit and not text.startswith(HANDLE) for text in _texts(message)
    )


def _texts(message: Message) -> list[str]:
    content = message.get("content")
    parts = content if type(content) is list else [{"text": content}]
    texts = [part.get("text") for part in parts if type(part) is dict]
    return sorted((text for text in texts if type(text) is str), key=len, reverse=True)


@lesson.rule(
    3,
    reason="nothing leaves by itself: each round sends every earlier one again, until the provider answers 400",
    look="Which messages lie outside the window of max_messages and head, and are they in your answer?",
    think="Trimming is free too. It comes before anything that costs.",
    nearly='kept = trim_history(cut, max_messages, head)["messages"]',
)
def trims_to_the_window(trial: Trial) -> Finding | None:
    """Judge what is there where the free steps are enough, and nothing was paid for."""
    path = Path(trial)
    return None if path.is_over or path.middles else contents(path)


@lesson.rule(
    4,
    reason="13 compactions in five and a half hours were paid for and not needed (NousResearch/hermes-agent#104806)",
    look="How large is what the free steps have left, and what is the threshold?",
    think="Estimate after the free steps, not before them. What is not over the threshold is not summarised.",
    nearly="compact_history looks at the threshold itself: give it what trim_history returned",
)
def pays_only_when_it_must(trial: Trial) -> Finding | None:
    """Judge calls of the summariser where the free steps are enough."""
    path = Path(trial)
    if path.is_over or not path.middles:
        return None
    limit = path.given["threshold"]
    expected = f"no call of summarize: {path.tokens} tokens are left, and that is not over threshold={limit}"
    return Finding(expected, f"{len(path.middles)} call{'s' * (len(path.middles) > 1)}")


@lesson.rule(
    5,
    reason="what was summarised and kept as well is paid for twice; what was neither is lost (blueberrycongee/wuu#142)",
    look="Which messages went to summarize, and which stand in your answer?",
    think="Where the free steps are not enough, the history that they left is compacted, with the numbers given.",
    nearly="compact_history(kept, threshold, summarize, keep_tail)",
)
def summarizes_what_is_left(trial: Trial) -> Finding | None:
    """Judge what is summarised, and what is there afterwards."""
    path = Path(trial)
    if not path.is_over:
        return None
    if not same(path.middles[:1], path.right_middles[:1]):
        wanted, got = (f"summarize({names(each[0])})" if each else "no call" for each in _readable(path))
        over = f"{path.tokens} tokens are over threshold={path.given['threshold']}"
        return Finding(f"{wanted}: {over}", got)
    return contents(path) if path.compacted and len(path.middles) == 1 and trial.outcome.error is None else None


def _readable(path: Path) -> tuple[list[Any], list[Any]]:
    return path.right_middles, [each if type(each) is list else [] for each in path.middles]


@lesson.rule(
    2,
    reason="a retry of a summary cost 48 minutes and 13.5 million tokens (code-yeongyu/senpi#650)",
    look="How often was summarize called?",
    think="One pass, one payment. What does not fit after it is the business of recover.",
    nearly="no loop around compact_history",
)
def pays_at_most_once(trial: Trial) -> Finding | None:
    """Judge the number of calls of the summariser."""
    calls = len(Path(trial).middles)
    return Finding("at most one call of summarize", f"{calls} calls") if calls > 1 else None


@lesson.rule(
    4,
    reason="a helper model that was overloaded ended the session of the main one (mindsdb/anton#310)",
    look="What did summarize do here, and what came out of your function?",
    think="The summary is the only step that can fail. Without it the window that the free steps left is still good.",
    nearly="try the compaction; where it raises, go on with what trim_history returned",
)
def goes_on_without_a_summary(trial: Trial) -> Finding | None:
    """Judge what is there where the paid step came to nothing."""
    path = Path(trial)
    error = trial.outcome.error
    if error is not None:
        return Finding("an answer: what the free steps have left", said(error))
    return contents(path) if path.is_over and not path.compacted else None


@lesson.rule(
    4,
    reason="the agent went on without knowing what it was asked to do (NousResearch/hermes-agent#10896)",
    look="What is the newest request of the history, and is it in your answer?",
    think="A window loses requests as well as a summary does, so carrying is the last step of every path.",
    nearly="return carry_request(cut, kept): cut is all of the history, kept what is left of it",
)
def carries_the_request(trial: Trial) -> Finding | None:
    """Judge that a lost request is there again, and once."""
    path = Path(trial)
    if path.request is None and older_request(path):
        return Finding("no request put back: the active one is there", f"also {names(older_request(path))}")
    count, wanted = (_times(path.request, each) for each in (path.answer, path.right))
    if path.request is None or count == wanted or trial.outcome.error is not None:
        return None
    return Finding(f"{message_label(path.request)}, put back", "it is lost" if count < wanted else f"{count} of it")


def _times(message: Message | None, messages: list[Message]) -> int:
    return sum(same(message, each) for each in messages)


@lesson.rule(
    3,
    reason="a request behind the work that was done for it reads as a new one, and the work is done again "
    "(openclaw/openclaw#82513)",
    look="Which message stands where, and why did carry_request not find the common tail?",
    think="carry_request compares with ==. A result that was cut equals the cut one only.",
    nearly="carry_request takes the cut history as before, not messages",
)
def carries_it_to_its_place(trial: Trial) -> Finding | None:
    """Judge the order."""
    path = Path(trial)
    if same(path.answer, path.right) or lacking(path.answer, path.right) or lacking(path.right, path.answer):
        return None
    return Finding(f"in this order: {_order(path.right)}", _order(path.answer))


def _order(messages: list[Message]) -> str:
    return ", ".join(map(message_label, messages[-6:]))


@lesson.rule(
    2,
    on=("refusal",),
    reason="a reserve larger than a small window made a threshold negative, and it fired at every message "
    "(cline/cline#11894)",
    look="Which number cannot be, and does your function get as far as looking at it?",
    think="Check every number first: a later step may not be reached, and an except may swallow what it says.",
    nearly="a loop over the names and values, before truncate_tool_results",
)
def refuses_what_cannot_be(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    return refusal(trial, lambda given: [name for name in NUMBERS if given[name] < 0] or ["max_messages", "head"])


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="a history changed in place is lost to the store and to a retry (code-yeongyu/senpi#1422)",
    look="Is the history that was given still the same afterwards, also inside its messages?",
    think="The full history goes into the store. What is sent is another list.",
    nearly="use what the functions return",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


lesson.enumeration(every_small_path)
lesson.named(edges)
