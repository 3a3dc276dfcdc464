import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.lab import assistant, call, errors, long_history, serialize, tokens, tool, user
from autograder.lab.tokens import count_messages, count_tokens, count_tools, front_of

SHIPPED = Path(tokens.__file__).parent / "vocabulary"
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("Hello, could you check the weather?", 8),
        ("你好，请帮我查一下北京的天气。", 10),
        ("<|endoftext|>", 7),
        (" " * 200, 2),
        ("x" * 800, 100),
        ("好" * 800, 800),
        ("你好 hello 混合文本 12345", 9),
        ("床前明月光，疑是地上霜。举头望明月，低头思故乡。", 25),
        ("𠮷野家𠀀𠀁", 12),
        ("こんにちは、天気を調べてください。", 10),
        ("アプリケーション プログラミング インターフェース データベース サーバー", 21),
        ("안녕하세요, 날씨를 확인해 주세요.", 10),
        ("👨\u200d👩\u200d👧\u200d👦👩🏽\u200d💻🏳️\u200d🌈", 24),
        ("🇨🇳🇯🇵🇰🇷🇺🇸", 16),
        ("ééééé", 10),
        ("550e8400-e29b-41d4-a716-446655440000", 18),
        ("13800138000, 13911112222, +86 10 6552 9988", 21),
        ("C:\\Users\\agent\\AppData\\Local\\Temp\\build_1732\\out.log", 19),
        ("\x1b[31mERROR\x1b[0m build failed \x1b[33m(2 warnings)\x1b[0m", 24),
        ("∀x∈ℝ: x²≥0 ∧ √(x²)=|x| ⇒ ∑ᵢ xᵢ ≠ ∞", 35),
        ("================================================================================", 1),
    ],
)
def test_counts_are_those_of_o200k(text: str, count: int) -> None:
    assert count_tokens(text) == count


def test_every_vocabulary_pattern_and_special_token_is_the_published_one() -> None:
    """The card beside the vocabulary says what tiktoken's own source says."""
    import inspect

    from tiktoken_ext import openai_public  # type: ignore[import-untyped]

    source = inspect.getsource(openai_public.o200k_base)
    card = json.loads((SHIPPED / "o200k_base.json").read_text(encoding="utf-8"))
    assert card["sha256"] in source
    alternatives = [line.strip()[4:-4] for line in source.splitlines() if line.strip().startswith('r"""')]
    assert card["pattern"] == "|".join(alternatives)
    assert [str(number) in source for number in card["special_tokens"].values()] == [True, True]


@settings(deadline=None)
@given(st.lists(st.builds(user, ANY_TEXT) | st.builds(tool, ANY_TEXT, st.just("")), max_size=6))
def test_a_history_counts_as_much_as_its_messages_one_by_one(messages: list[dict[str, object]]) -> None:
    """No token spans two lines of `serialize`, so counts can be kept per message."""
    assert count_messages(messages) == count_tokens(serialize(messages))


def test_ids_and_parts_that_are_not_text_count_too() -> None:
    bare = count_tokens(serialize([assistant(calls=[call("call_1", "ls", "")])]))
    assert count_messages([assistant(calls=[call("call_1", "ls", "")])]) == bare + count_tokens("call_1")
    with_image = user([{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "https://x.y/z"}}])
    assert count_messages([with_image]) == count_messages([user("see")]) + 85


def test_tools_count_as_the_json_they_are_sent_as() -> None:
    tools = [{"type": "function", "function": {"name": "ls"}}]
    assert count_tools(tools) == count_tokens(json.dumps(tools))
    assert count_tools([]) == count_tools(None) == 0


def test_a_long_history_is_not_counted_again_when_one_message_changes() -> None:
    """Of a megabyte of messages only the changed one reaches the tokenizer."""
    history = [user(f"{number} " + "the quick brown fox " * 50) for number in range(1000)]
    count_messages(history)
    known = count_tokens.cache_info().misses
    count_messages([*history[:500], user("changed, said nowhere else"), *history[501:]])
    assert count_tokens.cache_info().misses == known + 1


def test_the_cache_holds_more_texts_than_a_session_of_ten_thousand_messages() -> None:
    history = long_history(10_000)
    count_messages(history)
    known = count_tokens.cache_info().misses
    count_messages(history)
    assert count_tokens.cache_info().misses == known


@pytest.mark.parametrize("blank", [" ", "\t", "\u3000", "\n"])
def test_a_megabyte_of_blanks_is_counted(blank: str) -> None:
    """The tokenizer alone overflows its stack there."""
    half = count_tokens(blank * 600_000)
    assert 2 * half - 2 <= count_tokens(blank * 1_200_000 + "end") <= 2 * half + 4


def test_a_lone_surrogate_is_counted() -> None:
    assert count_tokens("\ud83d") == count_tokens("\ufffd")


def test_the_front_of_a_text_fits_and_never_ends_inside_a_character() -> None:
    text = "你好 family 👨‍👩‍👧‍👦 mixed"
    for limit in range(-1, count_tokens(text) + 2):
        front = front_of(text, limit)
        assert text.startswith(front)
        assert count_tokens(front) <= max(0, limit)
    assert front_of(text, 100) == text


def _damaged(content: bytes, folder: Path) -> str:
    """Return the sentence of a first count over a vocabulary with this content."""
    file = folder / "o200k_base.tiktoken.gz"
    file.write_bytes(content)
    with pytest.raises(errors.DamagedVocabulary) as caught:
        tokens._ranks(file, "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d")
    return str(caught.value)


def test_a_damaged_vocabulary_is_named_with_the_way_out(tmp_path: Path) -> None:
    whole = (SHIPPED / "o200k_base.tiktoken.gz").read_bytes()
    for content in (whole[:1000], b"not gzip", b"", whole[:2000] + b"\0" * 50 + whole[2050:]):
        sentence = _damaged(content, tmp_path)
        assert sentence.startswith("the vocabulary o200k_base.tiktoken.gz in autograder/lab/vocabulary is damaged: it")
        assert sentence.endswith("install the package again to restore it.")
    other = gzip.compress(gzip.decompress(whole)[:-10])
    assert "its SHA-256 is not that of the published vocabulary" in _damaged(other, tmp_path)


def test_the_first_count_needs_no_network_and_leaves_the_environment_alone() -> None:
    """A process whose sockets are broken counts, and its environment and temporary folder stay as they were."""
    program = (
        "import os, socket; before = dict(os.environ)\n"
        "def refuse(*_a, **_k): raise OSError('no network here')\n"
        "socket.socket = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from autograder.lab.tokens import count_tokens\n"
        "assert count_tokens('Hello, could you check the weather?') == 8\n"
        "assert dict(os.environ) == before\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_importing_the_lab_loads_no_tokenizer_server_or_database() -> None:
    program = (
        "import sys, autograder.lab\n"
        "heavy = {'tiktoken', 'sqlite3', 'http.server', 'socket', 'threading', 'urllib.request', 'subprocess'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-I", "-c", program], check=True)
