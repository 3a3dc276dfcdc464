"""The working session: hundreds of rounds with parallel calls, interruptions, a change of goal and of model."""

from random import Random

from autograder.lab.messages import Message, assistant, call, system, tool, user
from autograder.lab.prose import pick, prose
from autograder.lab.reading import planted
from autograder.lab.sessions import Fact, Round, Session

LEAST_ROUNDS = 20
SYSTEM_PROMPT = (
    "You are a coding agent in the repository /srv/shop. Use the tools, several at once where you can, and say briefly "
    "what you found. Keep to the standing rules of the user until the user lifts them."
)
AREAS = ("orders", "payments", "catalog", "mailer", "reports", "search", "stock", "users")
FILES = ("models", "views", "tasks", "client", "settings", "README", "queries", "helpers")
TOOLS = ("read_file", "grep", "run_tests", "list_history")
SUBJECTS = ("retry limit", "batch key", "partner number", "build label", "rollback ticket", "contract code")
REMARKS = (
    "Good. Go on, and keep the tests green.",
    "Please check the settings as well.",
    "That folder can wait until tomorrow.",
    "Show me less text and more results.",
)
PAUSE = 2400  # seconds; longer than any cache of the table of models lives


def working_session(seed: int = 0, rounds: int = 300, smaller_window: int | None = None) -> Session:
    """Build a long working session from a seed.

    It has parallel calls whose results do not always come in call order, user messages that interrupt, breaks,
    a change of goal, a move to a smaller model half way, and facts: the goals, a standing rule, values mid-file.

    Args:
        seed: another number gives another session of the same shape.
        rounds: 20 or more.
        smaller_window: the window after the move, in tokens; `None` is that of the smaller model.

    Raises:
        ValueError: `rounds` is below 20.

    Examples:
        >>> session = working_session(rounds=60)
        >>> sorted({fact.kind for fact in session.facts})
        ['goal', 'rule', 'value']
    """
    if rounds < LEAST_ROUNDS:
        raise ValueError(
            f"rounds is {rounds}: a working session has room for its events from {LEAST_ROUNDS} rounds on."
        )
    random = Random(f"working session {seed}")
    first, second, rule = _goals_and_rule(random)
    offset = int(random.random() * 9000)
    values = {number: _value(random, number, offset) for number in range(3, rounds, 7)}
    opening = (system(SYSTEM_PROMPT), user(f"{first.sentence} {rule.sentence}"))
    played = [_work(random, number, values.get(number)) for number in range(rounds)]
    for number in range(9, rounds, 20):
        played[number] = _talk(random, number)
    played[rounds * 3 // 5] = Round(assistant("The first part is finished."), (user(second.sentence),))
    played[rounds // 2] = _moved(played[rounds // 2], smaller_window)
    told = [fact for number, fact in values.items() if fact.sentence in str(played[number].then)]
    return Session("working", opening, tuple(played), assistant("The work is done."), (first, second, rule, *told))


def _goals_and_rule(random: Random) -> tuple[Fact, Fact, Fact]:
    old, new = pick(random, ("v3", "v4")), pick(random, ("v5", "v6"))
    day = 10 + int(random.random() * 18)
    frozen = f"/srv/shop/{pick(random, ('vendor', 'legacy', 'contracts'))}"
    first = f"move the order service to payment API {old} before March {day}"
    second = f"bring the catalog to search engine {new} without downtime"
    rule = f"never edit anything under {frozen}"
    return (
        Fact("goal", f"Your task: {first}.", "What was the first task, word for word?", first),
        Fact("goal", f"New goal: {second}.", "What is the present goal, word for word?", second),
        Fact("rule", f"Standing rule: {rule}.", "Which standing rule did the user give?", rule),
    )


def _value(random: Random, number: int, offset: int) -> Fact:
    subject, file = pick(random, SUBJECTS), f"{pick(random, FILES)}_{number}.py"
    code = f"{pick(random, ('KX', 'QT', 'ZV'))}-{1000 + (number * 7919 + offset) % 9000}"
    return Fact("value", f"The {subject} of {file} is {code}.", f"What is the {subject} of {file}?", code)


def _work(random: Random, number: int, value: Fact | None) -> Round:
    ids = [f"call_{number}_{k}" for k in range(1 + int(random.random() * 4))]
    paths = [f"/srv/shop/{pick(random, AREAS)}/{pick(random, FILES)}_{number}_{k}.py" for k in range(len(ids))]
    calls = [call(id, pick(random, TOOLS), {"path": path}) for id, path in zip(ids, paths, strict=True)]
    results = [
        tool(_content(random, path, value if path == paths[-1] else None), id)
        for id, path in zip(ids, paths, strict=True)
    ]
    said = pick(random, (None, None, f"Next: step {number}."))
    if random.random() < 0.3:
        results.reverse()  # the last call was answered first
    return _perhaps_interrupted(random, number, Round(assistant(said, calls), tuple(results)))


def _content(random: Random, path: str, value: Fact | None) -> str:
    length = 600 + int(random.random() * 2400)
    return prose(path, length) if value is None else planted(path, length, value.sentence)


def _perhaps_interrupted(random: Random, number: int, played: Round) -> Round:
    if number % 17 != 16:
        return played
    stopped: Message = {**played.then[-1], "content": "[stopped by the user]"}
    return Round(played.reply, (*played.then[:-1], stopped, user(f"Wait. {pick(random, REMARKS)}")))


def _talk(random: Random, number: int) -> Round:
    pause = PAUSE if number % 60 == 9 else 45
    return Round(assistant(f"Steps up to {number} are in place."), (user(pick(random, REMARKS)),), pause)


def _moved(played: Round, window: int | None) -> Round:
    return Round(played.reply, played.then, played.seconds, "gpt-4o-mini", window)
