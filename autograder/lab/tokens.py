"""Exact token counts: o200k, from the vocabulary that comes with the package. Never a download.

The tokenizer and its vocabulary are loaded at the first count; a text that was counted is not counted again.
"""

import base64
import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from autograder.lab.errors import DamagedVocabulary
from autograder.lab.messages import Message, call_ids, serialize

if TYPE_CHECKING:
    import tiktoken

REMEMBERED_TEXTS = 65_536
TOKENS_PER_OTHER_PART = 85  # an image or a file, as in the course's estimate
LONGEST_BLANK = 500_000  # characters; tiktoken's regex overflows its stack at about a million blanks in a row
BLANKS = re.compile(r"[^\S\r\n]+")


@lru_cache(maxsize=REMEMBERED_TEXTS)
def count_tokens(text: str) -> int:
    """Count the tokens of a text exactly, as o200k splits it.

    Special tokens are counted as the plain text they look like; a lone surrogate counts like U+FFFD.

    Examples:
        >>> count_tokens("Hello, could you check the weather?")
        8
    """
    return len(_encode(text))


def count_messages(messages: Iterable[Message]) -> int:
    """Count what the lab's provider counts for these messages.

    The tokens of each message's line in `serialize`, of its call ids and its result's id,
    and 85 for each part that is not text. Messages that did not change are not counted again.

    Examples:
        >>> count_messages([{"role": "user", "content": "hi"}])
        4
    """
    return sum(map(_count_message, messages))


def count_tools(tools: Sequence[dict[str, Any]] | None) -> int:
    """Count what the tool definitions of a request weigh, written as JSON.

    Examples:
        >>> count_tools(None)
        0
    """
    return count_tokens(json.dumps(list(tools), ensure_ascii=False)) if tools else 0


def front_of(text: str, max_tokens: int) -> str:
    """Return the longest front of a text that has at most `max_tokens` tokens and ends between two characters.

    Examples:
        >>> front_of("Hello, could you check the weather?", 2)
        'Hello,'
    """
    front = _encode(text)[: max(0, max_tokens)]
    return _encoding().decode_bytes(front).decode("utf-8", errors="ignore")


def token_pieces(text: str) -> list[tuple[str, int]]:
    """Cut a text as the tokenizer does, into pieces of whole characters.

    Returns:
        each piece with its number of tokens: more than 1 where tokens end inside a character.

    Examples:
        >>> token_pieces("Hello, 🦜")
        [('Hello', 1), (',', 1), (' 🦜', 3)]
    """
    pieces: list[tuple[str, int]] = []
    waiting, count = b"", 0
    for token in _encode(text):
        waiting, count = waiting + _encoding().decode_single_token_bytes(token), count + 1
        try:
            pieces.append((waiting.decode("utf-8"), count))
        except UnicodeDecodeError:
            continue  # its characters end in a later token
        waiting, count = b"", 0
    return pieces


def _count_message(message: Message) -> int:
    content = message.get("content")
    others = 0 if content is None or isinstance(content, str) else sum(part.get("type") != "text" for part in content)
    ids = [*call_ids(message), message.get("tool_call_id") or ""]
    return count_tokens(serialize([message])) + sum(map(count_tokens, ids)) + TOKENS_PER_OTHER_PART * others


def _encode(text: str) -> list[int]:
    if len(text) <= LONGEST_BLANK:
        return _encoding().encode_ordinary(text)
    return [token for piece in _without_endless_blanks(text) for token in _encoding().encode_ordinary(piece)]


def _without_endless_blanks(text: str) -> Iterator[str]:
    start = 0
    for blank in BLANKS.finditer(text):
        for end in range(blank.start() + LONGEST_BLANK, blank.end(), LONGEST_BLANK):
            yield text[start:end]
            start = end
    yield text[start:]


@cache
def _encoding() -> "tiktoken.Encoding":
    import tiktoken

    folder = files("autograder.lab") / "vocabulary"
    card = json.loads((folder / "o200k_base.json").read_text(encoding="utf-8"))
    return tiktoken.Encoding(
        card["name"],
        pat_str=card["pattern"],
        mergeable_ranks=_ranks(folder / card["file"], card["sha256"]),
        special_tokens=card["special_tokens"],
    )


def _ranks(file: Traversable, sha256: str) -> dict[bytes, int]:
    try:
        unpacked = gzip.decompress(file.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise DamagedVocabulary(file.name, f"it cannot be unpacked ({error})") from error
    if hashlib.sha256(unpacked).hexdigest() != sha256:
        raise DamagedVocabulary(file.name, "its SHA-256 is not that of the published vocabulary")
    lines = (line.split() for line in unpacked.splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in lines}
