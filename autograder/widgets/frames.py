"""What a window shows, as plain data: every message once, and for each lane and round which of them are sent.

| key | holds |
| --- | --- |
| `title` | what is played |
| `budget` | tokens; `None` where there is no line to draw |
| `messages` | each message: `role`, `letter`, `text` (its front), `calls`, `id`, `tokens`, `batch` |
| `lanes` | each lane: `name`, and `frames`, one for each request; a lane that stopped has fewer |

A frame has `runs` of `[first message, how many, state]` in the order they are drawn, where the state is `kept`, `new`
(written by the function) or `gone`; `count` and `tokens` of what is sent; `answer`, what the provider says to it;
`error`, what stopped the function; and `note`.
"""

from collections.abc import Callable, Iterable
from typing import Any

from autograder.execution.values import in_words
from autograder.lab.batches import find_batches
from autograder.lab.errors import PromptTooLong
from autograder.lab.messages import Message, call_ids, text_of
from autograder.lab.rules import OPENAI, request_error
from autograder.lab.sessions import Session
from autograder.lab.tokens import count_messages
from autograder.widgets.policies import Stopped, applied

Frame = dict[str, Any]
Picture = dict[str, Any]
Policy = Callable[..., Any]

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
            }
            for message, batch in zip(self.messages, self._batches, strict=True)
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


def history_picture(messages: list[Message], budget: int | None = None) -> Picture:
    """Return the picture of one history."""
    cast = Cast(messages)
    frame = _frame(cast, list(range(len(messages))), set(), budget, answered=False)
    return _picture("a history", budget, cast, [{"name": "history", "frames": [frame]}])


def session_picture(session: Session, lanes: dict[str, Policy | None], rounds: int, budget: int) -> Picture:
    """Play a session in several lanes side by side, and return their picture.

    Args:
        session: what the model replies and what comes back.
        lanes: by name, the function that gets the messages before every request, and returns those to send;
            `None` sends everything.
        rounds: how many rounds are played; there is one request more than rounds.
        budget: tokens; a request above it is refused.
    """
    cast = Cast(session.history(rounds))
    lengths = [len(session.opening), *(1 + len(each.then) for each in session.rounds[:rounds])]
    made = [{"name": name, "frames": _lane(cast, policy, lengths, budget)} for name, policy in lanes.items()]
    title = f"{session.name} session, {rounds} rounds"
    return _picture(title, budget, cast, made)


def _picture(title: str, budget: int | None, cast: Cast, lanes: list[dict[str, Any]]) -> Picture:
    return {"title": title, "budget": budget, "messages": cast.plain(), "lanes": lanes}


def _lane(cast: Cast, policy: Policy | None, lengths: list[int], budget: int) -> list[Frame]:
    """Play one lane until its last request, or until one is refused or the function fails."""
    frames: list[Frame] = []
    sent: list[int] = []
    gone: set[int] = set()
    said = 0
    for length in lengths:
        working = [*sent, *range(said, said + length)]
        said += length
        try:
            sent, note = (working, "") if policy is None else applied(policy, working, cast)
        except Stopped as stop:
            frames.append(_frame(cast, working, gone, budget, answered=False, error=str(stop)))
            break
        filled = {None, *(cast.places[number] for number in sent)}  # what a function wrote itself leaves no gap
        gone = {number for number in gone.union(working) if cast.places[number] not in filled}
        frames.append(_frame(cast, sent, gone, budget, note=note))
        if not frames[-1]["accepted"]:
            break
    return frames


def _frame(
    cast: Cast,
    sent: list[int],
    gone: set[int],
    budget: int | None,
    *,
    answered: bool = True,
    error: str = "",
    note: str = "",
) -> Frame:
    messages = [cast.messages[number] for number in sent]
    tokens = count_messages(messages)
    refusal = _refusal(messages, tokens, budget) if answered else None
    return {
        "runs": runs(drawn(cast.places, sent, gone)),
        "count": len(sent),
        "tokens": tokens,
        "gone": len(gone),
        "accepted": refusal is None,
        "answer": ("accepted" if refusal is None else str(refusal)) if answered else "",
        "error": error,
        "note": note,
    }


def _refusal(messages: list[Message], tokens: int, budget: int | None) -> Exception | None:
    error = request_error(messages, OPENAI)
    return PromptTooLong(tokens, budget) if error is None and budget is not None and tokens > budget else error


def drawn(places: list[int | None], sent: list[int], gone: Iterable[int]) -> list[tuple[int, str]]:
    """Return what is drawn, in order: what is sent, and what is gone at the places it had.

    Args:
        places: for each message, where it stands among all that was said; `None` for one that a function wrote.
        sent: message numbers, in the order they are sent.
        gone: numbers of messages that were dropped.
    """
    waiting = sorted(gone, key=lambda number: places[number] or 0)
    order: list[tuple[int, str]] = []
    for number in sent:
        place = places[number]
        while waiting and place is not None and (places[waiting[0]] or 0) < place:
            order.append((waiting.pop(0), "gone"))
        order.append((number, "kept" if place == number else "new"))
    return [*order, *((number, "gone") for number in waiting)]


def runs(order: list[tuple[int, str]]) -> list[list[Any]]:
    """Return the same as runs of neighbours, so that a long session stays small.

    Examples:
        >>> runs([(0, "kept"), (1, "kept"), (2, "gone"), (5, "kept")])
        [[0, 2, 'kept'], [2, 1, 'gone'], [5, 1, 'kept']]
    """
    found: list[list[Any]] = []
    for number, state in order:
        if found and found[-1][2] == state and found[-1][0] + found[-1][1] == number:
            found[-1][1] += 1
        else:
            found.append([number, 1, state])
    return found
