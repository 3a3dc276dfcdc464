"""What `recover` is tried on."""

from typing import Any

from autograder.execution.cases import CALL, Case, Script, Step, callback
from autograder.lab.messages import Message, assistant, call, system, tool, user
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
    talk = [say(f"{word} " * 12) for word, say in zip("abcdefghijkl", [user, assistant] * 6, strict=True)]
    batch = [
        assistant(calls=[call(each, "read_file", {"path": f"{each}.md"}) for each in "xyz"]),
        *(tool(f"{each} " * 12, each) for each in "xyz"),
    ]
    led = [system("be brief"), *talk]
    work = [*led[:8], *batch, assistant("They are read."), user("And now?")]
    unread, running = [*led[:6], *batch], [*led[:6], *batch[:2]]
    earlier = [system("be brief"), user("[Compacted]\n\nThey talked."), *talk[:3]]
    overloaded, slow = {"raise": "Overloaded"}, {"raise": "TimeoutError", "args": ["no answer"]}
    bad = {"raise": "BadRequest", "args": ["message 3 is too long and has no content"]}
    ok, two, three = (
        [too_long(9000), REPLY],
        [too_long(9000), too_long(8500)],
        [too_long(9000 - 9 * n) for n in range(3)],
    )
    short, shorter = ["They talked."], ["They talked.", "Talk."]
    four = [too_long(9000 - 9 * n) for n in range(4)]
    return [
        case("accepted at once", 1, talk[:2], [REPLY], []),
        case("accepted at once, with a system message", 2, led, [REPLY], []),
        case("a reply with calls", 3, talk[:1], [batch[0]], []),
        case("an empty history", 4, [], [REPLY], []),
        case("accepted after a retry", 10, led, ok, short),
        case("accepted after a retry, without a system message", 11, talk, ok, short),
        case("a tail that begins in a batch", 12, work, ok, short, keep=3),
        case("results the model has not read", 13, unread, ok, short, keep=2),
        case("results the model has not read, keep=0", 14, unread, ok, short, keep=0),
        case("a running batch", 15, running, ok, short, keep=1),
        case("keep=0", 16, led, ok, short, keep=0),
        case("an earlier summary", 17, earlier, ok, ["They talked, and went on."], keep=1),
        case("two retries", 20, led, [*two, REPLY], shorter, max_retries=2),
        case("two retries of many allowed", 21, led, [*two, REPLY], shorter, keep=8, max_retries=9),
        case(
            "three retries",
            22,
            led,
            [*three, REPLY],
            ["They talked a lot.", "They talked.", "Talk."],
            keep=7,
            max_retries=3,
        ),
        case("an odd number to halve", 23, led, [*two, REPLY], shorter, keep=3, max_retries=2),
        case("the default retry is refused as well", 30, led, two, short),
        case("no retry allowed", 31, led, [too_long(9000)], [], max_retries=0),
        case("two retries are refused as well", 32, led, three, shorter, max_retries=2),
        case(
            "three retries are refused as well",
            33,
            led,
            four,
            ["They talked a lot.", "They talked.", "Talk."],
            keep=8,
            max_retries=3,
        ),
        case("nothing to summarise: everything is kept", 40, talk[:3], [too_long(9000)], []),
        case("nothing to summarise: system messages only", 41, led[:1], [too_long(9000)], []),
        case("nothing to summarise: an empty history", 42, [], [too_long(9000)], []),
        case("nothing to summarise: only an earlier summary", 43, earlier, [too_long(9000)], [], keep=3),
        case("nothing to summarise: one unread batch", 44, [*led[:1], *batch], [too_long(9000)], [], keep=0),
        case("a blank summary", 45, led, [too_long(9000)], ["  \n"]),
        case("no summary", 46, led, [too_long(9000)], [None]),
        case("a summary longer than what it replaces", 47, led, [too_long(9000)], ["so " * 400]),
        case("the summariser is overloaded", 48, led, [too_long(9000)], [overloaded]),
        case(
            "the summariser fails in another way",
            49,
            led,
            [too_long(9000)],
            [{"raise": "RuntimeError", "args": ["no"]}],
        ),
        case("the summariser finds its own prompt too long", 50, led, [too_long(9000)], [too_long(8700)]),
        case("nothing is left for a second retry, keep=0", 51, led, two, short, keep=0, max_retries=5),
        case("the second summary is blank", 52, led, two, ["They talked.", ""], max_retries=5),
        case("the second summary raises", 53, led, two, ["They talked.", overloaded], max_retries=5),
        case("the provider is overloaded", 60, led, [overloaded], []),
        case("a bad request whose sentence says too long", 61, led, [bad], []),
        case("no answer in time", 62, led, [slow], [], max_retries=3),
        case("too long, then overloaded", 63, led, [too_long(9000), overloaded], short, max_retries=3),
        case("a negative keep", 70, talk[:2], [REPLY], [], keep=-1),
        case("a negative number of retries", 71, talk[:2], [REPLY], [], max_retries=-1),
        case("a negative keep and an empty history", 72, [], [REPLY], [], keep=-5),
    ]
