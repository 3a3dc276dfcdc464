"""No path of the pipeline lets an error of ours or an invalid request out: random sessions, through real rules.

What is tried is the pipeline of chapter 7 from its right versions, in the order of that chapter's last section.
The examples are the same on every run.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, find, given, settings
from hypothesis import strategies as st

from autograder.lab import (
    INJECTION,
    SUMMARIZERS,
    BadRequest,
    CompressionStuckError,
    Message,
    PromptTooLong,
    Provider,
    Store,
    Summarizer,
    adapt,
    assistant,
    call,
    request_error,
    system,
    tool,
    user,
)
from autograder.lessons.oracle import right_function

manage_context = right_function("manage_context")
needs_compaction = right_function("needs_compaction")
check_progress = right_function("check_progress")
recover = right_function("recover")
CircuitBreaker = right_function("CircuitBreaker")
archive, recall = right_function("archive"), right_function("recall")
estimate_messages = right_function("estimate_messages")

MAX_PARALLEL = 5
SESSIONS = 1_000  # of each test, with several requests each

every_session = settings(
    max_examples=SESSIONS,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)

TEXTS = st.sampled_from(
    [
        "ok",
        "go on",
        "word " * 40,
        "目标" * 60,
        "🔥🎉" * 30,
        INJECTION,
        "[Compacted]\n\nearlier",
        "[Task state]\nGoal: x",
    ]
)
RESULTS = st.one_of(
    TEXTS,
    st.sampled_from(["", "line\n" * 400, '<persisted-output path="a" chars="9">\nx\n</persisted-output>', None]),
    st.just([{"type": "text", "text": "part " * 90}, {"type": "image_url", "image_url": {"url": "data:,"}}]),
)


@dataclass
class Turn:
    """What happens between two requests.

    Attributes:
        said: what the user says, or `None`.
        text: what the model says beside its calls, or alone where it has none.
        results: what comes back, one for each parallel call.
        interrupted: whether the user says something more at its end.
    """

    said: Any
    text: str | None
    results: list[Any] = field(default_factory=list)
    interrupted: bool = False

    def messages(self, number: int) -> list[Message]:
        """Write the turn out; ids are used once, as Anthropic wants them."""
        ids = [f"call_{number}_{k}" for k in range(len(self.results))]
        calls = [call(id, "read_file", {"path": f"{id}.md"}) for id in ids]
        asked = [] if self.said is None else [user(self.said)]
        replied = [assistant(self.text if calls else self.text or "done", calls)]
        answered = [tool(result, id) for result, id in zip(self.results, ids, strict=True)]
        return [*asked, *replied, *answered, *([user("wait")] if self.interrupted else [])]


TURNS = st.builds(
    Turn,
    said=st.one_of(st.none(), TEXTS, st.just([{"type": "text", "text": "see this"}])),
    text=st.one_of(st.none(), st.just("next step")),
    results=st.lists(RESULTS, max_size=MAX_PARALLEL),
    interrupted=st.booleans(),
)
NUMBERS = st.fixed_dictionaries(
    {
        "max_chars": st.sampled_from([0, 1, 20, 800]),
        "head": st.integers(0, 4),
        "threshold": st.sampled_from([0, 30, 200, 6000]),
        "keep_tail": st.integers(0, 9),
    }
).flatmap(lambda numbers: st.integers(numbers["head"], 16).map(lambda most: {**numbers, "max_messages": most}))


def bursts(_: Any) -> str:
    """Fail with an error that is none of the lab's."""
    raise ZeroDivisionError("a helper model of the worst kind")


HELPERS: dict[str, Callable[[Any], Any]] = {
    **{kind: Summarizer(kind) for kind in SUMMARIZERS},
    "bursts": bursts,
    "says nothing": lambda _: None,
    "finds it too long": lambda _: (_ for _ in ()).throw(PromptTooLong(9000, 8192)),
}


def watched_by(breaker: Any, summarize: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a summariser that a circuit breaker watches, as chapter 7 writes it."""

    def watched(middle: Any) -> Any:
        if not breaker.allows():
            raise RuntimeError("automatic compaction has stopped after several failures in a row")
        try:
            summary = summarize(middle)
        except Exception:
            breaker.failed()
            raise
        breaker.succeeded()
        return summary

    return watched


@st.composite
def sessions(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a session with everything around it."""
    leading = [system("Be brief. " * draw(st.sampled_from([1, 60])))] * draw(st.integers(0, 1))
    return {
        "opening": [*leading, *([user("Read the files.")] if draw(st.integers(0, 9)) else [])],
        "turns": draw(st.lists(TURNS, min_size=1, max_size=7)),
        "numbers": draw(NUMBERS),
        "helper": draw(st.sampled_from(sorted(HELPERS))),
        "full": draw(st.booleans()),
        "inside": draw(st.integers(0, 7)) == 0,  # a system message in the middle
    }


def played(session: dict[str, Any], profile: str, window: int | None, manage: Any = manage_context) -> int:
    """Play a session through the pipeline, and return how many requests were made."""
    provider = Provider(profile, window=window)
    summarize = watched_by(CircuitBreaker(), HELPERS[session["helper"]])
    history, working, made = list(session["opening"]), list(session["opening"]), 0
    store = Store()

    def send(messages: list[Message]) -> Message:
        return provider.complete(**adapt(messages, profile)).message

    for number, turn in enumerate(session["turns"]):
        more = turn.messages(number)
        if session["inside"] and number == 1:
            more = [*more, system("From now on, be polite.")]
        history += more
        working = list(history) if session["full"] else [*working, *more]
        archive(store, "session", history)
        if not may_be_sent(history, profile):
            continue
        sent = manage(working, summarize, **session["numbers"])
        if not sent and session["numbers"]["max_messages"] == 0:
            continue  # nothing may stay, and there is no request that must
        try:
            if needs_compaction(sent, window or 10**6, max_output=0, buffer=0):
                check_progress(estimate_messages(working), estimate_messages(sent))
            working = recover(send, sent, summarize, keep=session["numbers"]["keep_tail"], max_retries=3)["messages"]
        except CompressionStuckError:
            assert window is not None  # meant for the user, and only where a window is too small
        except PromptTooLong:
            assert window is not None
        made += 1
        assert len(provider.requests) <= 4 * made  # one request and at most three retries
    assert recall(store, "session") == history
    store.close()
    return made


def may_be_sent(history: list[Message], profile: str) -> bool:
    """Say whether somebody may be asked here, and the provider would take the whole history."""
    answers = history[-1]["role"] in ("user", "tool")
    return answers and request_error(adapt(history, profile)["messages"], profile) is None


@every_session
@given(sessions())
def test_openai_chat_takes_every_request_of_the_pipeline(session: dict[str, Any]) -> None:
    assume(played(session, "openai-chat", None))


@every_session
@given(sessions())
def test_anthropic_takes_every_request_of_the_pipeline(session: dict[str, Any]) -> None:
    assume(played(session, "anthropic", None))


@every_session
@given(sessions(), st.sampled_from([40, 150, 600]), st.sampled_from(["openai-chat", "anthropic"]))
def test_a_small_window_ends_in_a_reply_or_in_words_for_the_user(
    session: dict[str, Any], window: int, profile: str
) -> None:
    played(session, profile, window)


@pytest.mark.parametrize("profile", ["openai-chat", "anthropic"])
def test_a_window_that_looks_back_one_message_is_found_out(profile: str) -> None:
    """So that the tests above can fail: the classic mistake of chapter 3 in the same pipeline sends an orphan."""
    steps = {"trim_history": looks_back_one_message}
    broken = with_steps(manage_context, steps)

    def is_refused(session: dict[str, Any]) -> bool:
        try:
            played(session, profile, None, broken)
        except BadRequest:
            return True
        return False

    find(sessions(), is_refused, settings=settings(every_session, max_examples=2_000))


def looks_back_one_message(messages: list[Message], max_messages: int, head: int) -> dict[str, Any]:
    """Trim a history, and guard the pairs with a look at one neighbour."""
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}
    start = len(messages) - (max_messages - head)
    if 0 < start < len(messages) and messages[start]["role"] == "tool" and messages[start - 1].get("tool_calls"):
        start -= 1
    return {"messages": messages[:head] + messages[max(start, head) :], "dropped": 0}


def with_steps(function: Any, steps: dict[str, Any]) -> Any:
    """Return a copy of a function that calls other steps by the same names."""
    return FunctionType(function.__code__, {**function.__globals__, **steps}, None, function.__defaults__)
