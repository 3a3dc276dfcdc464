"""What a right `shared_prefix` does."""

from collections.abc import Iterator
from itertools import accumulate, combinations
from typing import Any

from autograder.execution.cases import CALL, DEFAULT_SECONDS, Case, Step, built
from autograder.lab.messages import Message, assistant, call, serialize, system, tool, user
from autograder.lessons.common import in_time, left_alone
from autograder.lessons.contents import shown
from autograder.lessons.histories import small_histories
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "shared_prefix",
    "ch06_system_prompt",
    minutes=20,
    difficulty=2,
    returns=("a whole number: the tokens of the common front", an_int),
)


ORDER = ("nothing", "grown", "between", "inside", "calls", "weights")  # of the rules


class Fronts:
    """Two histories as texts, and their longest common front."""

    def __init__(self, trial: Trial) -> None:
        """Write both out."""
        self.messages: list[Message] = [*trial.given["before"], *trial.given["after"]]
        self.before, self.after = serialize(trial.given["before"]), serialize(trial.given["after"])
        self.front = common_front(self.before, self.after)
        self.ends = {*accumulate(len(serialize([each])) for each in trial.given["before"])}

    @property
    def subject(self) -> str:
        """Say what a case is about: of all that can go wrong in it, the last in the order of the rules."""
        is_odd = any(not isinstance(each.get("content"), str) and not each.get("tool_calls") for each in self.messages)
        found = {
            "nothing": True,
            "grown": bool(self.front),
            "between": self.front not in ("", self.before, self.after),
            "inside": self.front not in ("", self.before, self.after) and len(self.front) not in self.ends,
            "calls": any(each.get("tool_calls") for each in self.messages),
            "weights": is_odd or not self.front.isascii(),
        }
        return [name for name in ORDER if found[name]][-1]


def common_front(one: str, other: str) -> str:
    """Return the longest text that both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return one[: next((place for place, pair in pairs if pair[0] != pair[1]), min(len(one), len(other)))]


def finding(trial: Trial, about: str) -> Finding | None:
    """Compare the two numbers, where the case is about this subject."""
    fronts = Fronts(trial)
    if trial.answer == trial.right_answer or fronts.subject != about:
        return None
    front = shown(fronts.front) if fronts.front else "nothing"
    counted = ", the number of its characters" if fronts.front and trial.answer == len(fronts.front) else ""
    return Finding(f"{trial.right_answer} tokens: the common front is {front}", f"{trial.answer}{counted}")


@lesson.rule(
    1,
    reason="a changed first byte shares nothing, and the whole prompt is paid in full",
    look="Which character differs first?",
    think="A history that begins otherwise, or no history, shares nothing.",
    nearly="no common front is the empty text, which is estimated at 0",
)
def is_zero_without_a_common_front(trial: Trial) -> Finding | None:
    """Judge histories that share nothing."""
    return finding(trial, "nothing")


@lesson.rule(
    3,
    reason="a session that only grows reads its whole past from the cache, at a tenth of the price",
    look="The second history is the first one and more. How much of it was sent before?",
    think="Everything that was sent before, as one text: write both histories out, and estimate once.",
    nearly="front of serialize(before) and serialize(after), then estimate_tokens(front)",
)
def counts_all_of_a_history_that_grew(trial: Trial) -> Finding | None:
    """Judge histories of which one continues the other."""
    return finding(trial, "grown")


@lesson.rule(
    5,
    reason="a cache reads a prefix, not a difference: what is equal after a change is paid again "
    "(joshuadavidthomas/opencode-agent-memory#20)",
    look="Which message differs first, and what did you count before it, and after it?",
    think="The common front ends at the first difference for good, whatever agrees further on.",
    nearly="stop the loop at the first difference; do not go on comparing",
)
def stops_at_the_first_difference(trial: Trial) -> Finding | None:
    """Judge histories that differ between two messages."""
    return finding(trial, "between")


@lesson.rule(
    4,
    reason="a system prompt of ten thousand tokens with the time in its last line still shares nearly all of itself",
    look="Inside which message do the two histories part, and how much of it is equal?",
    think="Compare characters, not messages: the front may end in the middle of one.",
    nearly="the longest common front of two texts, character by character",
)
def goes_into_a_message(trial: Trial) -> Finding | None:
    """Judge histories that differ inside a message."""
    return finding(trial, "inside")


@lesson.rule(
    3,
    reason="results that came back in another order than before were paid again in full (vercel/ai#16567)",
    look="What does serialize write for a message with calls?",
    think="Calls are part of what is sent, and so of what is cached.",
    nearly="serialize(messages), not the contents alone",
)
def counts_calls(trial: Trial) -> Finding | None:
    """Judge histories with calls."""
    return finding(trial, "calls")


@lesson.rule(
    3,
    reason="a prefix measured in characters says a third of what Chinese costs",
    look="Which characters has the common front, and what does estimate_tokens say of it?",
    think="Tokens are what is paid: estimate the common text as chapter 1 does, and nothing beside it.",
    nearly="return estimate_tokens(front)",
)
def weighs_like_estimate_tokens(trial: Trial) -> Finding | None:
    """Judge fronts of other characters, and contents that are no text."""
    return finding(trial, "weights")


@lesson.rule(
    2,
    on=("speed",),
    reason="prefixes are long; one that is copied for each of its characters takes longer than the request",
    look="How often does your function copy the front?",
    think="One pass finds the first difference. A longer and longer slice copies the text each time.",
    nearly="for i, (a, b) in enumerate(zip(one, other)): if a != b: return one[:i]",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge long histories."""
    return in_time(trial)


@lesson.rule(
    1,
    reason="both histories are sent again",
    look="Are the two lists still the same afterwards?",
    think="Measuring only reads.",
    nearly="no pop, no del",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the histories afterwards."""
    return left_alone(trial)


def case(name: str, before: Any, after: Any, size: int = 0, *, seconds: float = DEFAULT_SECONDS) -> Case:
    """Make a case from two histories."""
    size = size or 10 * (len(before) + len(after)) + len(str(before)) + len(str(after))
    return Case(name, size, (Step(CALL, (before, after)),), seconds=seconds)


@lesson.enumeration
def every_small_pair() -> Iterator[Case]:
    """Yield pairs of small histories: every one with every other, and with itself and more."""
    small = [[system("be brief"), *each] for each in small_histories(2)]
    pairs = [*combinations(small, 2), *((each, each) for each in small)]
    pairs += [(each, [*each, user("and?")]) for each in small]
    for number, (before, after) in enumerate(sorted(pairs, key=lambda pair: len(str(pair)))):
        yield case(f"small {number}", before, after)


@lesson.named
def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    talk = [user("question 10"), assistant("yes 10"), user("question 30")]
    clocked = [[system(f"Now: 09:0{n}\nYou are a careful agent."), *talk] for n in (1, 2)]
    ended = [[system(f"You are a careful agent.\nNow: 09:0{n}"), *talk] for n in (1, 2)]
    read = [user("go"), assistant(calls=[call("a", "read_file", {"path": "a.md"})]), tool("a list", "a")]
    other = [user("go"), assistant(calls=[call("a", "read_file", {"path": "b.md"})]), tool("a list", "a")]
    ids = [user("go"), assistant(calls=[call("z", "read_file", {"path": "a.md"})]), tool("a list", "z")]
    image = user([{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "a.png"}}])
    return [
        case("two empty histories", [], []),
        case("an empty history and another", [], talk),
        case("a history and an empty one", talk, []),
        case("no common character", [system("be brief")], talk),
        case("equal histories", talk, list(talk)),
        case("a history that grew", talk, [*talk, assistant("answer 4")]),
        case("a history that shrank", [*talk, assistant("answer 4")], talk),
        case("another role from the second message on", talk, [talk[0], user("yes 10"), talk[2]]),
        case("a message taken out of the middle", talk, [talk[0], talk[2]]),
        case("a message put in", talk, [talk[0], user("wait"), *talk[1:]]),
        case("the same messages in another order", talk, [talk[0], talk[2], talk[1]]),
        case("a clock at the front", clocked[0], clocked[1]),
        case("a clock at the end of the system prompt", ended[0], ended[1]),
        case("a longer last message", talk, [*talk[:2], user("question 30, please")]),
        case("one character of difference, in the last message", talk, [*talk[:2], user("question 31")]),
        case("a summary in place of the middle", talk, [talk[0], user("[Compacted]\n\ndone"), talk[2]]),
        case("other arguments of a call", read, other),
        case("equal calls", read, [*read, assistant("done")]),
        case("other ids, which are not counted", read, ids),
        case("another tool", read, [read[0], assistant(calls=[call("a", "grep", {"path": "a.md"})]), read[2]]),
        case("Chinese", [system("请简短"), user("把文件读一遍")], [system("请简短"), user("把文件读两遍")]),
        case("Chinese, grown", [user("把文件读一遍")], [user("把文件读一遍"), assistant("好的")]),
        case("emoji and a lone surrogate", [user("🙂🙂 \ud83d a")], [user("🙂🙂 \ud83d b")]),
        case("an image, which serialize leaves out", [image, assistant("a cat")], [image, assistant("a dog")]),
        case("content in parts and in one", [user([{"type": "text", "text": "go on"}])], [user("go on"), user("b")]),
        case("content None, and keys missing", [{"role": "user"}, assistant(None)], [user(None), user("b")]),
        case("line ends inside a message", [user("one\ntwo\nthree")], [user("one\ntwo\nfour")]),
        *_large(),
    ]


def _large() -> list[Case]:
    before, after = built("long_history", count=10_000), built("long_history", count=8_000)
    return [case("a session of 10,000 messages, cut to 8,000", before, after, 10**9, seconds=1.0)]
