"""The world the lessons play in: what a learner may import, offline and deterministic.

Importing it needs the standard library only, and is quick: whatever is heavier than a message is loaded at first use,
and the tokenizer at the first exact count.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from autograder.lab.batches import Batch, find_batches, is_running
from autograder.lab.errors import (
    BadRequest,
    CompressionStuckError,
    DamagedVocabulary,
    LabError,
    OrphanResult,
    PromptTooLong,
    UnansweredCall,
)
from autograder.lab.messages import (
    Call,
    Message,
    assistant,
    call,
    call_ids,
    calls_of,
    is_tool_result,
    serialize,
    system,
    text_of,
    tool,
    user,
)
from autograder.lab.pairing import check_pairing, pairing_error
from autograder.lab.sessions import Fact, Round, Session, facts_in, long_history

if TYPE_CHECKING:
    from autograder.lab.blocks import from_blocks, to_blocks
    from autograder.lab.reading import reading_session
    from autograder.lab.tokens import count_messages, count_tokens

__all__ = [
    "BadRequest",
    "Batch",
    "Call",
    "CompressionStuckError",
    "DamagedVocabulary",
    "Fact",
    "LabError",
    "Message",
    "OrphanResult",
    "PromptTooLong",
    "Round",
    "Session",
    "UnansweredCall",
    "assistant",
    "call",
    "call_ids",
    "calls_of",
    "check_pairing",
    "count_messages",
    "count_tokens",
    "facts_in",
    "find_batches",
    "from_blocks",
    "is_running",
    "is_tool_result",
    "long_history",
    "pairing_error",
    "reading_session",
    "serialize",
    "system",
    "text_of",
    "to_blocks",
    "tool",
    "user",
]

_LOADED_AT_FIRST_USE = {
    "count_messages": "tokens",
    "count_tokens": "tokens",
    "from_blocks": "blocks",
    "reading_session": "reading",
    "to_blocks": "blocks",
}


def __getattr__(name: str) -> Any:
    module = _LOADED_AT_FIRST_USE.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{module}"), name)


def __dir__() -> list[str]:
    return __all__
