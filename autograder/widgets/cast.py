"""Every message of a picture once, as plain data, and what may be drawn as a history."""

from typing import Any

from autograder.execution.values import in_words
from autograder.lab.batches import find_batches
from autograder.lab.messages import Message, call_ids, text_of
from autograder.lab.tokens import count_messages

SHOWN_TEXT = 160  # characters of a message's text that travel to the picture
LETTERS = {"system": "S", "user": "U", "assistant": "A", "tool": "T"}
MARKED = {"[Compacted]": "C", "[Task state]": "K"}  # user messages that a function wrote


class Cast:
    """Every message of a picture once, in the order they first appear.

    Attributes:
        messages: the messages themselves.
        places: for each, where it stands among all that was said; a message that stands in for another has its place.
    """

    def __init__(self, history: list[Message]) -> None:
        """Begin with all that is said, whatever is sent of it."""
        self.messages = list(history)
        self.places: list[int | None] = list(range(len(history)))
        self._batches: list[int | None] = [None] * len(history)
        for number, batch in enumerate(find_batches(history)):
            self._batches[batch.start : batch.end] = [number] * (batch.end - batch.start)

    def add(self, message: Message, instead: int | None) -> int:
        """Take in a message that a function wrote, and return its number.

        Args:
            message: the new one.
            instead: the number of the message it stands for; `None` where it stands for none.
        """
        self.messages.append(message)
        self.places.append(None if instead is None else self.places[instead])
        self._batches.append(None if instead is None else self._batches[instead])
        return len(self.messages) - 1

    def plain(self) -> list[dict[str, Any]]:
        """Return the messages as the picture takes them."""
        return [
            {
                "role": str(message.get("role")),
                "letter": letter_of(message),
                "text": text_of(message)[:SHOWN_TEXT],
                "calls": call_ids(message),
                "id": message.get("tool_call_id"),
                "tokens": count_messages([message]),
                "batch": batch,
                "instead": None if place == number else place,
            }
            for number, (message, batch, place) in enumerate(
                zip(self.messages, self._batches, self.places, strict=True)
            )
        ]


def letter_of(message: Message) -> str:
    """Return the letter that stands for a message, so that nothing rests on colour alone."""
    role = str(message.get("role"))
    mark = next((letter for mark, letter in MARKED.items() if text_of(message).startswith(mark)), None)
    return mark if mark is not None and role == "user" else LETTERS.get(role, "?")


def not_a_history(messages: Any) -> str | None:
    """Return why something cannot be drawn as a history, to follow "got"; `None` where it can.

    Examples:
        >>> not_a_history([{"role": "user", "content": "hi"}, "there"])
        'a list whose entry 1 is a text, not a message.'
    """
    if not isinstance(messages, list):
        return (
            f"{in_words(messages)}: give it a list of messages, as in watch(history), "
            "or a function itself, as in watch(trim_history)."
        )
    for number, message in enumerate(messages):
        if not isinstance(message, dict):
            return f"a list whose entry {number} is {in_words(message)}, not a message."
        try:
            count_messages([message])
        except Exception:
            return f"a list whose entry {number} is not built like a message: {str(message)[:80]}"
    return None
