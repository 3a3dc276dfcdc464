"""Short texts of many kinds with their exact counts, to hold an estimate against."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Sample:
    """One text.

    Attributes:
        kind: what kind of text it is.
        text: the text.
        tokens: what it costs in o200k, the tokenizer of the models of 2024 and later.
        tokens_in_2023: what it cost in cl100k, the tokenizer before.
    """

    kind: str
    text: str
    tokens: int
    tokens_in_2023: int


@cache
def sample_texts() -> tuple[Sample, ...]:
    """Return the texts, prose first.

    Examples:
        >>> {sample.kind: sample.tokens for sample in sample_texts()}["Chinese prose"]
        63
    """
    rows = json.loads((files("autograder.lab") / "samples.json").read_text(encoding="utf-8"))
    return tuple(Sample(row["kind"], row["text"], row["o200k"], row["cl100k"]) for row in rows)


def mean_error(pairs: Iterable[tuple[float, int]]) -> float:
    """Return how far estimates are off on average: 0.25 for 25 percent. An undercount counts twice.

    Args:
        pairs: of an estimate and the exact count, which is above 0; at least one.

    Examples:
        >>> mean_error([(90, 60), (80, 80)])
        0.25
        >>> mean_error([(30, 60), (80, 80)])
        0.3333333333333333
    """
    total, weights = 0.0, 0
    for estimate, exact in pairs:
        weight = 2 if estimate < exact else 1
        total += weight * abs(estimate - exact) / exact
        weights += weight
    return total / weights
