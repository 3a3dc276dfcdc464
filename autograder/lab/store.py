"""The store: the full history of every session in one SQLite file, append-only.

An append is one transaction, so a process that dies leaves all of its messages or none of them,
and readers in other processes see whole appends only.
"""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from autograder.lab.messages import Message

BUSY_SECONDS = 30.0  # how long one writer waits for another

_SCHEMA = """
CREATE TABLE IF NOT EXISTS messages (
    session TEXT NOT NULL,
    position INTEGER NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (session, position)
) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS messages_never_change BEFORE UPDATE ON messages
BEGIN SELECT RAISE(ABORT, 'the store is append-only: a message never changes'); END;
CREATE TRIGGER IF NOT EXISTS messages_never_leave BEFORE DELETE ON messages
BEGIN SELECT RAISE(ABORT, 'the store is append-only: a message never leaves'); END;
"""


class Store:
    """The messages of every session, in the order they came.

    Examples:
        >>> from autograder.lab import user
        >>> store = Store()
        >>> store.append("monday", [user("hi")])
        >>> store.read("monday"), store.read("tuesday"), store.sessions()
        ([{'role': 'user', 'content': 'hi'}], [], ['monday'])
        >>> store.close()
    """

    def __init__(self, path: str | Path = ":memory:") -> None:
        """Open a store, or make one.

        Args:
            path: the file; left out, the store lives in memory and ends with the process.

        Raises:
            ValueError: the file cannot be opened, or is something else than a store.
        """
        try:
            self._database = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        except sqlite3.Error as error:
            raise _not_a_store(path, error) from error
        try:
            self._database.execute("PRAGMA journal_mode = WAL")  # readers and the writer do not wait for each other
            self._database.execute("PRAGMA synchronous = FULL")  # a committed message survives a power cut as well
            self._database.executescript(_SCHEMA)
        except sqlite3.Error as error:
            self._database.close()
            raise _not_a_store(path, error) from error

    def append(self, session: str, messages: Sequence[Message]) -> None:
        """Add messages at the end of a session, all of them or none.

        Args:
            session: its name, any text.
            messages: what is new; plain JSON values.

        Raises:
            ValueError: a message is not JSON.
        """
        texts = [_as_json(index, message) for index, message in enumerate(messages)]
        if not texts:
            return
        with self._database:
            self._database.execute("BEGIN IMMEDIATE")
            (start,) = self._database.execute(
                "SELECT coalesce(max(position) + 1, 0) FROM messages WHERE session = ?", (session,)
            ).fetchone()
            rows = ((session, start + offset, text) for offset, text in enumerate(texts))
            self._database.executemany("INSERT INTO messages VALUES (?, ?, ?)", rows)

    def read(self, session: str) -> list[Message]:
        """Return all messages of a session, oldest first; of an unknown session, none."""
        rows = self._database.execute("SELECT message FROM messages WHERE session = ? ORDER BY position", (session,))
        return [json.loads(text) for (text,) in rows]

    def sessions(self) -> list[str]:
        """Return the names of all sessions, sorted."""
        return [name for (name,) in self._database.execute("SELECT DISTINCT session FROM messages ORDER BY session")]

    def close(self) -> None:
        """Close the file; what was appended is on disk already."""
        self._database.close()


def _not_a_store(path: str | Path, error: sqlite3.Error) -> ValueError:
    return ValueError(f"{path} cannot be used as a store: {error}. Name a file that is new, or a store.")


def _as_json(index: int, message: Message) -> str:
    try:
        return json.dumps(message, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"message {index} cannot be stored: {error}. The store takes plain JSON values.") from error
