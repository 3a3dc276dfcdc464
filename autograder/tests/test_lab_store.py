import multiprocessing
import signal
import sqlite3
import subprocess
import sys
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.lab import Message, Store, TaskOutputs, assistant, call, long_history, reading_session, tool, user

WRITER = """
import sys
from autograder.lab import Store, assistant, tool, user
store = Store(sys.argv[1])
number = len(store.read("run"))
while True:
    if number % 3 == 2:
        store.append("run", [user(f"{number}"), user(f"{number + 1}"), user(f"{number + 2}")])
        number += 3
    else:
        store.append("run", [user(f"{number}")])
        number += 1
    print(number, flush=True)
"""


def test_a_store_gives_back_what_was_appended_by_session_and_in_order(tmp_path: Path) -> None:
    path, history = tmp_path / "history.db", reading_session(form="live").history()
    store = Store(path)
    store.append("reading", history[:5])
    store.append("other", [user("hi")])
    store.append("reading", history[5:])
    store.append("reading", [])
    store.close()
    again = Store(path)
    assert again.read("reading") == history
    assert again.read("other") == [user("hi")]
    assert again.read("unknown") == []
    assert again.sessions() == ["other", "reading"]
    again.close()


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.builds(user, st.text(st.characters()) | st.none())), st.text(st.characters(exclude_categories=["Cs"]))
)
def test_any_text_even_half_a_character_comes_back(messages: list[Message], session: str) -> None:
    store = Store()
    store.append(session, messages)
    assert store.read(session) == messages
    store.close()


def test_a_kill_loses_no_committed_message_and_never_leaves_half_an_append(tmp_path: Path) -> None:
    """A second process writes without end and is killed with signal 9, ten times at another moment."""
    path = tmp_path / "history.db"
    committed = 0
    for acknowledged in range(1, 11):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        for _ in range(acknowledged * 3):
            committed = int(writer.stdout.readline())
        writer.kill()
        rest = writer.stdout.read().splitlines()
        writer.stdout.close()
        assert writer.wait() == -signal.SIGKILL
        committed = max([committed, *(int(line) for line in rest if line)])
        store = Store(path)
        kept = store.read("run")
        store.close()
        assert len(kept) >= committed
        assert kept == [user(f"{number}") for number in range(len(kept))]
        assert len(kept) < 2 or len(kept) % 3 == 2  # never inside one of the appends of three
        committed = len(kept)


def _append(path: Path, session: str, start: int, ready: Barrier) -> None:
    store = Store(path)
    ready.wait()
    for number in range(start, start + 100):
        store.append(session, [user(f"{number}"), assistant(f"{number}")])
    store.close()


def test_two_writers_and_a_reader_meet_in_one_session_without_loss(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    Store(path).close()
    spawn = multiprocessing.get_context("spawn")
    ready = spawn.Barrier(2)
    writers = [spawn.Process(target=_append, args=(path, "shared", start, ready)) for start in (0, 1000)]
    for writer in writers:
        writer.start()
    store, seen = Store(path), 0
    while any(writer.is_alive() for writer in writers):
        messages = store.read("shared")
        assert len(messages) >= seen
        assert len(messages) % 2 == 0  # whole appends only
        seen = len(messages)
        writers[0].join(0.01)
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    texts = [message["content"] for message in store.read("shared")[::2]]
    store.close()
    assert [text for text in texts if int(text) < 1000] == [f"{number}" for number in range(100)]
    assert [text for text in texts if int(text) >= 1000] == [f"{number}" for number in range(1000, 1100)]


def test_the_file_itself_refuses_to_change_or_lose_a_message(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    store = Store(path)
    store.append("run", [user("kept")])
    other = sqlite3.connect(path)
    for statement in ("DELETE FROM messages", "UPDATE messages SET message = '{}'"):
        with pytest.raises(sqlite3.IntegrityError, match="the store is append-only"):
            other.execute(statement)
    other.close()
    assert store.read("run") == [user("kept")]
    store.close()


def test_an_append_that_fails_leaves_nothing_behind() -> None:
    store = Store()
    with pytest.raises(ValueError, match=r"message 1 cannot be stored: .* The store takes plain JSON values"):
        store.append("run", [user("fine"), user({1, 2})])
    with pytest.raises(ValueError, match="message 0 cannot be stored"):
        store.append("run", [user(float("nan"))])
    assert store.read("run") == []
    store.close()


def test_a_file_that_is_no_store_is_named(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no database " * 100)
    for path in (text, tmp_path, tmp_path / "missing" / "history.db"):
        with pytest.raises(ValueError, match="cannot be used as a store") as caught:
            Store(path)
        assert str(path) in str(caught.value)
    assert text.read_text() == "no database " * 100


def test_a_long_history_is_stored_and_read_back(tmp_path: Path) -> None:
    store, history = Store(tmp_path / "history.db"), long_history(20_000)
    store.append("long", history)
    assert store.read("long") == history
    store.close()


def test_outputs_come_back_as_they_were(tmp_path: Path) -> None:
    outputs = TaskOutputs(tmp_path / ".task_outputs")
    for text in ("", "line\r\nline\n", "你好 \ud83d", "x" * 300_000):
        assert outputs.load(outputs.save("call_1", text)) == text


@pytest.mark.parametrize(
    "id",
    ["../../escape", "/etc/passwd", "a/b", "..", "", "nul\0byte", "好", "c" * 500, ".hidden", "a\nb", "CON", "a\\b"],
)
def test_no_call_id_leads_out_of_the_folder(tmp_path: Path, id: str) -> None:
    folder = tmp_path / "outputs"
    path = Path(TaskOutputs(folder).save(id, "text"))
    assert path.parent == folder
    assert [each.name for each in tmp_path.iterdir()] == ["outputs"]
    assert len(path.name) <= 64
    assert path.name.isascii()


def test_no_output_is_ever_overwritten(tmp_path: Path) -> None:
    """Ids repeat, differ in case only, and two objects share a folder."""
    first, second = TaskOutputs(tmp_path), TaskOutputs(tmp_path)
    paths = [
        outputs.save(id, f"{number}")
        for number, (outputs, id) in enumerate(
            [(first, "a"), (second, "a"), (first, "A"), (second, "a"), (TaskOutputs(tmp_path), "a")]
        )
    ]
    assert len({path.lower() for path in paths}) == 5
    assert [first.load(path) for path in paths] == ["0", "1", "2", "3", "4"]


def test_other_files_in_the_folder_do_no_harm(tmp_path: Path) -> None:
    for name in ("notes.md", "-", "99-x.txt", "²-x"):
        (tmp_path / name).write_text("theirs")
    assert Path(TaskOutputs(tmp_path).save("a", "ours")).name == "00100-a.txt"
    assert (tmp_path / "99-x.txt").read_text() == "theirs"


def test_the_folder_is_made_at_the_first_output_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outputs = TaskOutputs()
    assert list(tmp_path.iterdir()) == []
    assert outputs.save("call_1", "text") == ".task_outputs/00001-call-1.txt"


def test_reading_is_kept_inside_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    outputs = TaskOutputs(tmp_path / "outputs")
    outputs.save("a", "text")
    (tmp_path / "outputs" / "link.txt").symlink_to(tmp_path / "secret.txt")
    for path in ("../secret.txt", "outputs/../../secret.txt", "outputs/link.txt", "outputs"):
        with pytest.raises(ValueError, match=r"outputs are read from .*outputs only"):
            outputs.load(str(tmp_path / path))
    with pytest.raises(FileNotFoundError):
        outputs.load(str(tmp_path / "outputs" / "00009-a.txt"))


def test_a_store_keeps_batches_whole() -> None:
    store = Store()
    batch = [assistant(calls=[call("a"), call("b")]), tool("1", "a"), tool("2", "b")]
    store.append("run", batch)
    assert store.read("run") == batch
    store.close()
