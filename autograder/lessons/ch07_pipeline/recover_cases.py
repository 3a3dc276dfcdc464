"""What `recover` is tried on."""

from typing import Any

from autograder.execution.cases import CALL, Case, Script, Step, callback
from autograder.lab.messages import Message, assistant, system, tool, user
from autograder.lessons.ch07_pipeline.calls import TOO_LONG

REPLY = assistant("Here it is.")


def too_long(tokens: int) -> dict[str, Any]:
    """Return the script of a refusal."""
    return {"raise": TOO_LONG, "args": [tokens, 8192]}


def case(name: str, size: int, messages: list[Message], send: list[Any], summarize: list[Any], **numbers: int) -> Case:
    """Make a case from a history and what both callbacks do, answer by answer."""
    scripts = {
        key: Script(tuple(each if type(each) is dict and "raise" in each else {"return": each} for each in answers))
        for key, answers in (("send", send), ("summarize", summarize))
    }
    step = Step(CALL, (callback("send"), messages, callback("summarize")), numbers)
    return Case(name, size, (step,), scripts)


def edges() -> list[Case]:
    """Return the edges of the specification, each by name."""
    talk = [user(f"question {n}") if n % 2 else assistant(f"answer {n}") for n in range(1, 11)]
    batch = [assistant(calls=["x", "y", "z"]), *(tool(f"result {each}", each) for each in "xyz")]
    lead = [system("be brief")]
    led = [*lead, *talk[:5]]
    work = [*talk[:3], *batch, assistant("They are read."), user("And now?")]
    unread, running = [*talk[:3], *batch], [*talk[:3], *batch[:2]]
    earlier = [user("[Compacted]\n\nThey talked."), *talk[:4]]
    overloaded, slow = {"raise": "Overloaded"}, {"raise": "TimeoutError", "args": ["no answer"]}
    bad = {"raise": "BadRequest", "args": ["message 3 is too long and has no content"]}
    no = {"raise": "RuntimeError", "args": ["no connection"]}
    refused = [too_long(9000 - 100 * n) for n in range(5)]
    ok, twice = [refused[0], REPLY], [*refused[:2], REPLY]
    short, shorter, shortest = ["abc"], ["abc", "ab"], ["abc", "ab", "a"]
    return [
        case("accepted at once", 1, talk[:2], [REPLY], []),
        case("accepted at once, with a system message", 2, [*lead, *talk[:8]], [REPLY], short),
        case("accepted at once, and long", 5, [user("a" * 40_000), *talk[1:8]], [REPLY], short),
        case("a reply with calls", 3, talk[:1], [batch[0]], []),
        case("an empty history", 4, [], [REPLY], []),
        case("accepted after a retry", 10, talk[:4], ok, short, keep=1),
        case("accepted after a retry, with a system message", 11, led, ok, short, keep=2),
        case("accepted after a retry that keeps five", 12, talk[:8], ok, short),
        case("a tail that begins in a batch", 13, work, ok, short, keep=3),
        case("results the model has not read", 14, unread, ok, short, keep=2),
        case("results the model has not read, keep=0", 15, unread, ok, short, keep=0),
        case("a running batch", 16, running, ok, short, keep=1),
        case("keep=0", 17, led, ok, short, keep=0),
        case("an earlier summary", 18, earlier, ok, ["They talked on."], keep=1),
        case("two retries", 20, talk[:6], twice, shorter, keep=2, max_retries=2),
        case("two retries of many allowed", 21, talk, twice, shorter, keep=8, max_retries=9),
        case("three retries", 22, talk, [*refused[:3], REPLY], shortest, keep=6, max_retries=3),
        case("an odd number to halve", 23, talk[:6], twice, shorter, keep=3, max_retries=2),
        case("half of one is none", 24, talk[:4], twice, shorter, keep=1, max_retries=2),
        case("the one retry is refused as well", 30, talk[:4], refused[:2], short, keep=1),
        case("no retry allowed", 29, talk[:2], refused[:1], [], keep=0, max_retries=0),
        case("two retries are refused as well", 32, talk[:6], refused[:3], shorter, keep=2, max_retries=2),
        case("three retries are refused as well", 33, talk, refused[:4], shortest, keep=6, max_retries=3),
        case("nothing to summarise: everything is kept", 40, talk[:3], refused[:1], []),
        case("nothing to summarise: system messages only", 41, lead, refused[:1], []),
        case("nothing to summarise: an empty history", 42, [], refused[:1], []),
        case("nothing to summarise: only an earlier summary", 43, earlier[:3], refused[:1], [], keep=2),
        case("nothing to summarise: one unread batch", 44, [*lead, *batch], refused[:1], [], keep=0),
        case("a blank summary", 45, talk[:4], refused[:1], ["  \n"], keep=1),
        case("no summary", 46, talk[:4], refused[:1], [None], keep=1),
        case("a summary longer than what it replaces", 47, talk[:4], refused[:1], ["so " * 40], keep=1),
        case("the summariser is overloaded", 48, talk[:4], refused[:1], [overloaded], keep=1),
        case("the summariser fails in another way", 49, talk[:4], refused[:1], [no], keep=1),
        case("the summariser finds its own prompt too long", 50, talk[:4], refused[:1], [too_long(8700)], keep=1),
        case("nothing is left for a second retry, keep=0", 51, talk[:4], refused[:2], short, keep=0, max_retries=5),
        case("the second summary is blank", 52, talk[:6], refused[:2], ["abc", ""], keep=2, max_retries=5),
        case("the second summary raises", 53, talk[:6], refused[:2], ["abc", overloaded], keep=2, max_retries=5),
        case("the provider is overloaded", 60, talk[:4], [overloaded], [], keep=1),
        case("a bad request whose sentence says too long", 61, talk[:4], [bad], [], keep=1),
        case("no answer in time", 62, talk[:4], [slow], [], keep=1, max_retries=3),
        case("too long, then overloaded", 63, talk[:4], [refused[0], overloaded], short, keep=1, max_retries=3),
        case("a negative keep", 70, talk[:2], [REPLY], [], keep=-1),
        case("a negative number of retries", 71, talk[:2], [REPLY], [], max_retries=-1),
        case("a negative keep and an empty history", 72, [], [REPLY], [], keep=-5),
    ]
