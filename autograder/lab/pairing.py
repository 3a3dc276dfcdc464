"""The pairing rules of profile `openai-chat`: a result never without its call, a call never without its results.

Source: `BerriAI/litellm#4931` (orphan), `BerriAI/litellm#10696` (unanswered).
"""

from collections.abc import Sequence

from autograder.lab.batches import find_batches
from autograder.lab.errors import BadRequest, OrphanResult, UnansweredCall
from autograder.lab.messages import Message, is_tool_result


def check_pairing(messages: Sequence[Message], *, running: bool = False) -> None:
    """Refuse a history that a provider would answer with 400. Linear in the number of messages.

    Args:
        messages: a history in flat form.
        running: whether a running batch at the end is allowed; a request may not have one.

    Raises:
        OrphanResult: a result is in no batch, or answers no call of its batch.
        UnansweredCall: a batch lacks a result.
    """
    error = pairing_error(messages, running=running)
    if error is not None:
        raise error


def pairing_error(messages: Sequence[Message], *, running: bool = False) -> BadRequest | None:
    """Return the first thing `check_pairing` would raise, or `None`."""
    paired_until = 0
    for batch in find_batches(messages):
        stray = next((i for i in range(paired_until, batch.start) if is_tool_result(messages[i])), None)
        if stray is not None:
            return _orphan(messages, stray)
        if batch.foreign:
            return _orphan(messages, batch.foreign[0])
        if batch.missing and not (running and batch.end == len(messages)):
            return _unanswered(batch.start, batch.missing)
        paired_until = batch.end
    stray = next((i for i in range(paired_until, len(messages)) if is_tool_result(messages[i])), None)
    return None if stray is None else _orphan(messages, stray)


def _orphan(messages: Sequence[Message], index: int) -> OrphanResult:
    id = str(messages[index].get("tool_call_id"))
    return OrphanResult(
        f"message {index} is a result for call {id!r}, but no open call with that id stands in the batch before it",
        index,
        (id,),
    )


def _unanswered(index: int, missing: tuple[str, ...]) -> UnansweredCall:
    return UnansweredCall(
        f"message {index} calls tools, and these calls have no result directly after it: {', '.join(missing)}",
        index,
        missing,
    )
