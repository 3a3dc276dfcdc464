"""Random histories to measure on: the same ones in every build."""

from collections.abc import Callable, Sequence
from random import Random

from autograder.lab import Message, assistant, system, tool, user

HISTORIES = 2_000  # of each kind


def random_history(random: Random, widths: Sequence[int]) -> list[Message]:
    """Return a well-formed history of a system prompt and three to eight turns.

    A turn is a request, one to four batches, and an answer; one history in four ends on a batch that is not read yet.

    Args:
        random: where chance comes from.
        widths: how many calls a batch may have.
    """
    messages: list[Message] = [system("You read files.")]
    for turn in range(3 + int(random.random() * 6)):
        messages.append(user(f"request {turn}"))
        for step in range(1 + int(random.random() * 4)):
            ids = [f"call_{turn}_{step}_{k}" for k in range(widths[int(random.random() * len(widths))])]
            messages += [assistant(calls=ids), *(tool(f"result of {id}", id) for id in ids)]
        messages.append(assistant(f"answer {turn}"))
    return messages[:-1] if random.random() < 0.25 else messages


def share(widths: Sequence[int], happens: Callable[[list[Message]], bool], histories: int = HISTORIES) -> str:
    """Return how often something happens with a random history, in percent.

    Args:
        widths: how many calls a batch may have.
        happens: what is asked of each history.
        histories: how many are tried.
    """
    random = Random(f"{sorted(widths)}")
    count = sum(happens(random_history(random, widths)) for _ in range(histories))
    return f"{100 * count / histories:.1f} %"
