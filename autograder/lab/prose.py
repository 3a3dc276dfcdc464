"""Plain English prose of any exact length, the same for the same seed: what the lab's files are full of."""

from collections.abc import Sequence
from functools import cache
from itertools import count, product
from random import Random
from typing import TypeVar

SUBJECTS = (
    "the nightly import",
    "our billing service (v2.4)",
    "the iOS client",
    "Marta's reporting job",
    "the Lisbon office",
    "the export queue",
    "a cron job on host db-07",
    "the staging cluster",
    "the upload form",
    "the Redis session store",
    "dashboard no. 12",
    "the OAuth proxy",
)
VERBS = (
    "reads",
    "replaces",
    "waits for",
    "depends on",
    "re-indexes",
    "rebuilds",
    "throttles",
    "ignores",
    "logs",
    "copies",
    "encrypts",
    "deduplicates",
)
OBJECTS = (
    "the customer table",
    "each CSV record",
    "yesterday's archive",
    "the shared JSON schema",
    "37 open orders",
    "the retry policy",
    "every HTTP 503",
    "the weekly KPI sheet",
    "two lookup files",
    "the access log",
    "the oldest backup",
    "an unfinished draft",
)
ENDINGS = (
    "",
    " by hand",
    " at 06:45 UTC",
    " twice an hour",
    " before the first shift (5 a.m.)",
    " because nobody has removed the old path",
    " whenever a deployment is rolled back",
    " and writes the result to /var/tmp",
    " unless the feature flag is off",
    " once the cache is warmed up",
    " (see ticket OPS-318)",
    ", although the vendor contract lapsed",
    " while us-east-1 is still asleep",
    ", which surprised everyone in Q3",
)
SENTENCES_PER_LINE = 4

Choice = TypeVar("Choice")


def prose(seed: str, length: int) -> str:
    """Write English prose of exactly `length` characters, ASCII only, the same for the same seed.

    It is whole sentences, except where `length` is shorter than the shortest of them.

    Args:
        seed: what the choice of sentences depends on.
        length: in characters, 0 or more.

    Examples:
        >>> prose("notes", 60)
        'The staging cluster waits for two lookup files at 06:45 UTC.'
        >>> len(prose("notes", 4000))
        4000
    """
    random = Random(seed)
    by_length = _sentences_by_length()
    shortest = min(by_length)
    longest = next(size for size in count(shortest) if size + 1 not in by_length)
    sentences: list[str] = []
    room = length
    while room > 2 * longest:
        sentences.append(pick(random, by_length[_usual_length(random)]) + _gap(len(sentences)))
        room -= len(sentences[-1])
    if room > longest:
        sentences.append(pick(random, by_length[room // 2 - 1]) + " ")
        room -= len(sentences[-1])
    last = pick(random, by_length[max(room, shortest)])
    return "".join(sentences) + (last if room >= shortest else last[: max(0, room - 1)] + "."[:room])


def pick(random: Random, choices: Sequence[Choice]) -> Choice:
    """Choose one; of all methods of Random only random() promises the same numbers in every Python version."""
    return choices[int(random.random() * len(choices))]


def _usual_length(random: Random) -> int:
    return 60 + int(random.random() * 40)


def _gap(number: int) -> str:
    return "\n" if number % SENTENCES_PER_LINE == SENTENCES_PER_LINE - 1 else " "


@cache
def _sentences_by_length() -> dict[int, list[str]]:
    by_length: dict[int, list[str]] = {}
    for subject, verb, object, ending in product(SUBJECTS, VERBS, OBJECTS, ENDINGS):
        sentence = f"{subject} {verb} {object}{ending}."
        by_length.setdefault(len(sentence), []).append(sentence[0].upper() + sentence[1:])
    return by_length
