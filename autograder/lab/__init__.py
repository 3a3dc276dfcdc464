"""The world the lessons play in: what a learner may import, offline and deterministic.

Importing it needs the standard library only; the tokenizer is loaded at the first exact count.
"""

from autograder.lab.batches import Batch, find_batches, is_running
from autograder.lab.errors import (
    BadRequest,
    CompressionStuckError,
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
from autograder.lab.sessions import long_history

__all__ = [
    "BadRequest",
    "Batch",
    "Call",
    "CompressionStuckError",
    "LabError",
    "Message",
    "OrphanResult",
    "PromptTooLong",
    "UnansweredCall",
    "assistant",
    "call",
    "call_ids",
    "calls_of",
    "check_pairing",
    "find_batches",
    "is_running",
    "is_tool_result",
    "long_history",
    "pairing_error",
    "serialize",
    "system",
    "text_of",
    "tool",
    "user",
]
