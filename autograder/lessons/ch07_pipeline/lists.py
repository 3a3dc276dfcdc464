"""Lists of messages beside one another: which are missing, which are new, and how a finding names them."""

from typing import Any

from autograder.execution.values import same
from autograder.lessons.drawing import message_label

NAMED = 3  # messages that a finding names one by one


def lacking(messages: list[Any], others: list[Any]) -> list[Any]:
    """Return the messages that are left when each of the others has taken one that equals it.

    Examples:
        >>> lacking([1, 2, 2, 3], [2, 3, 4])
        [1, 2]
    """
    left = list(messages)
    for other in others:
        place = next((i for i, each in enumerate(left) if same(each, other)), None)
        if place is not None:
            del left[place]
    return left


def names(messages: list[Any]) -> str:
    """Name messages in a few words, as part of a sentence.

    Examples:
        >>> from autograder.lab import user
        >>> names([user("one"), user("two"), user("three"), user("four")]), names([])
        ('user "one", user "two", user "three" and 1 more', 'nothing')
    """
    shown = [message_label(each) if type(each) is dict else "no message" for each in messages[:NAMED]]
    more = f" and {len(messages) - NAMED} more" if len(messages) > NAMED else ""
    return ", ".join(shown) + more if shown else "nothing"


def listed(messages: Any) -> str:
    """Count and name the messages of a list.

    Examples:
        >>> from autograder.lab import user
        >>> listed([user("one")]), listed([])
        ('1 message: user "one"', 'no message')
    """
    if type(messages) is not list:
        return "no list of messages"
    count = f"{len(messages) or 'no'} message{'s' * (len(messages) > 1)}"
    return f"{count}: {names(messages)}" if messages else count
