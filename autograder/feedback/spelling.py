"""Values written as Python that can be pasted into a cell, with the lab's constructors for messages."""

import datetime
import json
import re
from collections.abc import Iterator
from typing import Any

from autograder.execution.values import Value
from autograder.lab.messages import call

MAX_TEXT = 60  # characters of a text that a shortened call shows
MAX_ITEMS = 24  # entries of a list that a shortened call shows
MAX_PERIOD = 48  # characters; a text that repeats so short a piece is written as a product
SHORTEST_PRODUCT = 24  # characters; a shorter text is written out
LONGEST_PIECE = 70  # places; a longer piece is broken at its commas
_DATES = {"date": datetime.date, "datetime": datetime.datetime}
_ZONE = re.compile(r"timedelta\(seconds=(\d+)\)")
_TEXT_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|, ')
_ESCAPES = re.compile(r"\\.|\"", re.DOTALL)
Pieces = list[str]
"""Parts of an expression: joined by spaces they are the whole, and a line may end after each."""


class Speller:
    """Writes values as Python.

    Attributes:
        shortens: whether long texts and lists are cut; what was cut can no longer be pasted.
        shortened: whether anything was.
    """

    def __init__(self, *, shortens: bool = False) -> None:
        """Begin with nothing cut."""
        self.shortens = shortens
        self.shortened = False

    def spell(self, value: Value) -> str:
        """Write a value on one line.

        Examples:
            >>> from autograder.lab import assistant, tool, user
            >>> Speller().spell([user("read it"), assistant(calls=["a"]), tool("1", "a")])
            '[user("read it"), assistant(calls=["a"]), tool("1", "a")]'
            >>> Speller().spell({"$": "built", "by": "long_history", "with": {"count": 20000}})
            'long_history(20000)'
        """
        return " ".join(self.pieces(value))

    def pieces(self, value: Value) -> Pieces:
        """Write a value as pieces between which a line may end."""
        if isinstance(value, list):
            return _bracketed("[", [self.pieces(each) for each in self._few(value)], "]")
        piece = self._one_piece(value)
        return [piece] if len(piece) <= LONGEST_PIECE else _at_commas(piece)

    def _one_piece(self, value: Value) -> str:
        if isinstance(value, str):
            return self._text(value)
        if not isinstance(value, dict):
            return repr(value)
        if "$" in value:
            return self._tagged(value)
        return self._message(value) or self._dict(value.items())

    def _few(self, items: list[Value]) -> list[Value]:
        if not self.shortens or len(items) <= MAX_ITEMS:
            return items
        self.shortened = True
        return [*items[: MAX_ITEMS // 2], {"$": "left out"}, *items[-MAX_ITEMS // 2 :]]

    def _text(self, text: str) -> str:
        repeated = _product(text)
        if repeated is not None:
            return repeated
        if self.shortens and len(text) > MAX_TEXT:
            self.shortened = True
            text = f"{text[: MAX_TEXT - 1]}…"
        return quoted(text)

    def _dict(self, items: Any) -> str:
        return "{" + ", ".join(f"{self._one_piece(key)}: {self.spell(each)}" for key, each in items) + "}"

    def _message(self, value: dict[str, Value]) -> str | None:
        """Write a message as its constructor makes it; `None` where none makes exactly this."""
        keys, role, content = list(value), value.get("role"), value.get("content")
        if keys == ["role", "content"] and role in ("system", "user", "assistant"):
            return f"{role}({self.spell(content)})"
        if keys == ["role", "tool_call_id", "content"] and role == "tool":
            return f"tool({self.spell(content)}, {self.spell(value['tool_call_id'])})"
        if keys != ["role", "content", "tool_calls"] or role != "assistant":
            return None
        calls = self._calls(value["tool_calls"])
        said = "" if content is None else f"{self.spell(content)}, "
        return None if calls is None else f"assistant({said}calls=[{calls}])"

    def _calls(self, calls: Value) -> str | None:
        if not isinstance(calls, list) or not calls:
            return None
        written = [self._call(each) for each in calls]
        return None if None in written else ", ".join(filter(None, written))

    def _call(self, value: Value) -> str | None:
        """Write a call as `call` makes it, or as its id alone; `None` where neither makes exactly this."""
        try:
            id, name, arguments = value["id"], value["function"]["name"], value["function"]["arguments"]
        except (KeyError, TypeError):
            return None
        if not all(isinstance(each, str) for each in (id, name, arguments)) or value != call(id, name, arguments):
            return None
        if value == call(id):
            return self.spell(id)
        last = "" if value == call(id, name) else f", {self._arguments(arguments)}"
        return f"call({self.spell(id)}, {self.spell(name)}{last})"

    def _arguments(self, text: str) -> str:
        """Write the arguments of a call as the dict that `call` writes out as this text, else as the text."""
        try:
            parsed = json.loads(text)
            plain = type(parsed) is dict and json.dumps(parsed, ensure_ascii=False, allow_nan=False) == text
        except (ValueError, RecursionError):
            plain = False
        return self._json(parsed) if plain else self.spell(text)

    def _json(self, thing: Any) -> str:
        if isinstance(thing, dict):
            return "{" + ", ".join(f"{self._text(key)}: {self._json(each)}" for key, each in thing.items()) + "}"
        if isinstance(thing, list):
            return f"[{', '.join(map(self._json, thing))}]"
        return self._text(thing) if isinstance(thing, str) else repr(thing)

    def _tagged(self, value: dict[str, Value]) -> str:
        tag, items = value["$"], value.get("items", [])
        if tag == "left out":
            return "..."
        if tag == "callback":
            return str(value["name"])
        if tag == "answer":
            return answer_name(value["step"]) + (f"[{self.spell(value['key'])}]" if "key" in value else "")
        if tag == "built":
            return f"{value['by']}({self._named(value['with'])})"
        if tag == "dict":
            return self._dict(items)
        if tag in _DATES:
            return _ZONE.sub(_in_hours, repr(_DATES[tag].fromisoformat(value["text"])))
        if tag in ("int", "float"):
            return value["text"] if tag == "int" else f'float("{value["text"]}")'
        return _collection(tag, [self.spell(each) for each in items])

    def _named(self, arguments: dict[str, Value]) -> str:
        if len(arguments) == 1:
            return self.spell(next(iter(arguments.values())))
        return ", ".join(f"{name}={self.spell(each)}" for name, each in arguments.items())


def _in_hours(zone: re.Match[str]) -> str:
    hours, rest = divmod(int(zone[1]), 3600)
    return zone[0] if rest else f"timedelta(hours={hours})"


def answer_name(step: int) -> str:
    """Return the name that the answer of a call has in further calls.

    Examples:
        >>> answer_name(0)
        'answer_1'
    """
    return f"answer_{step + 1}"


def called(speller: Speller, name: str, args: tuple[Value, ...], kwargs: dict[str, Value]) -> Pieces:
    """Write a call as pieces."""
    arguments = [speller.pieces(each) for each in args]
    for key, each in kwargs.items():
        first, *rest = speller.pieces(each)
        arguments.append([f"{key}={first}", *rest])
    return _bracketed(f"{name}(", arguments, ")")


def quoted(text: str) -> str:
    r"""Write a text between double quotes, everything that cannot be printed escaped.

    Examples:
        >>> print(quoted('say "it\'s"\n'))
        "say \"it's\"\n"
    """
    body = repr('"' + text)[2:-1]  # a double quote in it makes `repr` choose single ones
    return f'"{_ESCAPES.sub(_in_double_quotes, body)}"'


def _in_double_quotes(match: re.Match[str]) -> str:
    return {"\\'": "'", '"': '\\"'}.get(match.group(), match.group())


def _product(text: str) -> str | None:
    """Write a text that repeats one short piece as a product; `None` for any other."""
    if len(text) <= SHORTEST_PRODUCT:
        return None
    for period in range(1, min(MAX_PERIOD, len(text) // 2) + 1):
        if len(text) % period == 0 and text == text[:period] * (len(text) // period):
            return f"{quoted(text[:period])} * {len(text) // period}"
    return None


def _at_commas(code: str) -> Pieces:
    """Break an expression after its commas, other than those inside a text."""
    lines = _TEXT_OR_COMMA.sub(lambda match: ",\n" if match.group() == ", " else match.group(), code)
    return lines.split("\n")  # no text holds one: it is escaped there


def _collection(tag: str, items: list[str]) -> str:
    inside = ", ".join(items)
    if tag == "set":
        return f"{{{inside}}}" if items else "set()"
    return f"({inside},)" if len(items) == 1 else f"({inside})"


def _bracketed(opening: str, items: list[Pieces], closing: str) -> Pieces:
    return list(_joined(opening, items, closing)) if items else [opening + closing]


def _joined(opening: str, items: list[Pieces], closing: str) -> Iterator[str]:
    for number, (*first, last) in enumerate(items):
        front = opening if number == 0 else ""
        end = "," if number < len(items) - 1 else closing
        yield from _with_front(front, [*first, last + end])


def _with_front(front: str, pieces: Pieces) -> Pieces:
    return [front + pieces[0], *pieces[1:]]
