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
    Overloaded,
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
from autograder.lab.sessions import (
    Fact,
    Round,
    Session,
    broken_history,
    facts_in,
    large_batch,
    long_history,
    long_text,
    wide_batch,
)

if TYPE_CHECKING:
    from autograder.lab.adapters import adapt, merge_neighbours
    from autograder.lab.blocks import from_blocks, long_block_history, to_blocks
    from autograder.lab.endpoint import Endpoint
    from autograder.lab.http import LabServer, serve
    from autograder.lab.models import MODELS, Model, model_named
    from autograder.lab.outputs import TaskOutputs
    from autograder.lab.playing import Line, Run, play
    from autograder.lab.provider import Exchange, Provider, Reply
    from autograder.lab.reading import reading_session
    from autograder.lab.rules import PROFILES, RULES, request_error
    from autograder.lab.samples import Sample, mean_error, sample_texts
    from autograder.lab.scripts import FactReader, FileReader, Scripted, acknowledge
    from autograder.lab.store import Store
    from autograder.lab.summarizers import INJECTION, SUMMARIZERS, Summarizer
    from autograder.lab.tokens import count_messages, count_tokens
    from autograder.lab.usage import Usage
    from autograder.lab.working import working_session

__all__ = [
    "INJECTION",
    "MODELS",
    "PROFILES",
    "RULES",
    "SUMMARIZERS",
    "BadRequest",
    "Batch",
    "Call",
    "CompressionStuckError",
    "DamagedVocabulary",
    "Endpoint",
    "Exchange",
    "Fact",
    "FactReader",
    "FileReader",
    "LabError",
    "LabServer",
    "Line",
    "Message",
    "Model",
    "OrphanResult",
    "Overloaded",
    "PromptTooLong",
    "Provider",
    "Reply",
    "Round",
    "Run",
    "Sample",
    "Scripted",
    "Session",
    "Store",
    "Summarizer",
    "TaskOutputs",
    "UnansweredCall",
    "Usage",
    "acknowledge",
    "adapt",
    "assistant",
    "broken_history",
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
    "large_batch",
    "long_block_history",
    "long_history",
    "long_text",
    "mean_error",
    "merge_neighbours",
    "model_named",
    "pairing_error",
    "play",
    "reading_session",
    "request_error",
    "sample_texts",
    "serialize",
    "serve",
    "system",
    "text_of",
    "to_blocks",
    "tool",
    "user",
    "wide_batch",
    "working_session",
]

_LOADED_AT_FIRST_USE = {
    "adapters": ("adapt", "merge_neighbours"),
    "blocks": ("from_blocks", "long_block_history", "to_blocks"),
    "endpoint": ("Endpoint",),
    "http": ("LabServer", "serve"),
    "models": ("MODELS", "Model", "model_named"),
    "outputs": ("TaskOutputs",),
    "playing": ("Line", "Run", "play"),
    "provider": ("Exchange", "Provider", "Reply"),
    "reading": ("reading_session",),
    "rules": ("PROFILES", "RULES", "request_error"),
    "samples": ("Sample", "mean_error", "sample_texts"),
    "scripts": ("FactReader", "FileReader", "Scripted", "acknowledge"),
    "store": ("Store",),
    "summarizers": ("INJECTION", "SUMMARIZERS", "Summarizer"),
    "tokens": ("count_messages", "count_tokens"),
    "usage": ("Usage",),
    "working": ("working_session",),
}


def __getattr__(name: str) -> Any:
    for module, names in _LOADED_AT_FIRST_USE.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
