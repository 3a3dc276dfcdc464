"""Values: Python objects as JSON that loses nothing the judge compares by, and back.

JSON stands for itself; what JSON loses is an object with the key `$`:

| form | stands for |
| --- | --- |
| `{"$": "in", "i": 3}` | input message 3, as it was given; inside a list, with `"n": 5`, messages 3 to 7 |
| `{"$": "argument", "items": [...]}` | a list that is the very list the function was given |
| `{"$": "tuple" / "set" / "dict", "items": [...]}` | a tuple, a set, a dict with keys that are not plain text |
| `{"$": "int" / "float" / "date" / "datetime", "text": "..."}` | a huge or non-finite number, a date |

Everything read back is untrusted, so depth, size, types and number lengths are limited on both ways.
"""

import datetime
import math
from collections.abc import Callable, Iterable
from typing import Any

Value = Any  # JSON with the tagged forms above

MAX_DEPTH = 40
MAX_NODES = 400_000
MAX_CHARS = 20_000_000
MAX_DIGITS = 1_000
MAX_HASHED = 5_000  # entries of a set, or of a dict with keys that are no text: such keys can be made to collide
_SAFE_INT = 2**53
_AS_IT_IS = frozenset({str, int, float, bool, type(None)})  # types of JSON that stand for themselves


class Unreadable(Exception):  # noqa: N818 - it says what a value is, not what went wrong
    """A value cannot be carried over; the text says why, in words for the learner."""


class Argument(list[Any]):
    """A list that came back as the very object the function was given."""


class Encoder:
    """Turn Python objects into values.

    Args:
        messages: the input messages, written as references where the same object comes back.
        lists: the input lists, marked where the same object comes back.
    """

    def __init__(self, messages: Iterable[Any] = (), lists: Iterable[Any] = ()) -> None:
        """Remember what was given, by identity; the caller keeps it alive."""
        given = list(messages)
        self._messages = dict(zip(map(id, given), range(len(given)), strict=True))
        self._lists = {id(each) for each in lists}
        self._nodes = 0
        self._chars = 0

    def encode(self, thing: Any, depth: int = 0) -> Value:
        """Return the value of an object.

        Subclasses count as what they derive from, read with the base type's own methods,
        so that nothing a learner overrides is called.

        Raises:
            Unreadable: too deep, too large, or of a type the course does not use.
        """
        self._nodes += 1
        if depth > MAX_DEPTH:
            raise Unreadable(f"is nested more than {MAX_DEPTH} deep, or contains itself")
        if self._nodes > MAX_NODES:
            raise Unreadable(f"has more than {MAX_NODES:,} parts")
        if thing is None or thing is True or thing is False:
            return thing
        for kind, method in _ENCODERS:
            if type(thing) is kind:
                return method(self, thing, depth)
        for kind, method in _ENCODERS:
            if issubclass(type(thing), kind):
                return method(self, thing, depth)
        raise Unreadable(f"contains {in_words(thing)}, {_what_of_it(thing)}")

    def _text(self, thing: str, depth: int) -> Value:
        text = str.__str__(thing)
        self._chars += len(text)
        if self._chars > MAX_CHARS:
            raise Unreadable(f"holds more than {MAX_CHARS:,} characters of text")
        return text

    def _int(self, thing: int, depth: int) -> Value:
        number = int.__int__(thing)
        if abs(number) < _SAFE_INT:
            return number
        if number.bit_length() > MAX_DIGITS * 3:
            raise Unreadable(f"contains a number of more than {MAX_DIGITS} digits")
        return {"$": "int", "text": int.__str__(number)}

    def _float(self, thing: float, depth: int) -> Value:
        number = float.__float__(thing)
        return number if math.isfinite(number) else {"$": "float", "text": repr(number)}

    def _list(self, thing: list[Any], depth: int) -> Value:
        items: list[Value] = []
        run: dict[str, Any] = {}
        follows = -1  # the message that would go on with the run
        for each in list.__iter__(thing):
            place = self._messages.get(id(each), -2)
            if place == follows:
                run["n"] = run.get("n", 1) + 1
            elif place >= 0:
                self._nodes += 1
                run = {"$": "in", "i": place}
                items.append(run)
            else:
                items.append(self.encode(each, depth + 1))
            follows = place + 1
        return {"$": "argument", "items": items} if id(thing) in self._lists else items

    def _dict(self, thing: dict[Any, Any], depth: int) -> Value:
        if id(thing) in self._messages:
            return {"$": "in", "i": self._messages[id(thing)]}
        pairs = [(key, self.encode(each, depth + 1)) for key, each in dict.items(thing)]
        if all(type(key) is str and key != "$" for key, _ in pairs):
            return dict(pairs)
        return {"$": "dict", "items": [[self.encode(key, depth + 1), each] for key, each in pairs]}

    def _tuple(self, thing: tuple[Any, ...], depth: int) -> Value:
        return {"$": "tuple", "items": [self.encode(each, depth + 1) for each in tuple.__iter__(thing)]}

    def _set(self, thing: Any, depth: int) -> Value:
        kind = set if issubclass(type(thing), set) else frozenset
        items = [self.encode(each, depth + 1) for each in kind.__iter__(thing)]
        return {"$": "set", "items": sorted(items, key=repr)}

    def _date(self, thing: datetime.date, depth: int) -> Value:
        kind = datetime.datetime if issubclass(type(thing), datetime.datetime) else datetime.date
        return {"$": kind.__name__, "text": kind.isoformat(thing)}


_ENCODERS: tuple[tuple[Any, Callable[[Encoder, Any, int], Value]], ...] = (
    (str, Encoder._text),
    (int, Encoder._int),
    (float, Encoder._float),
    (dict, Encoder._dict),
    (list, Encoder._list),
    (tuple, Encoder._tuple),
    (set, Encoder._set),
    (frozenset, Encoder._set),
    (datetime.date, Encoder._date),
)


class Decoder:
    """Turn values back into Python objects, every one of them new.

    Args:
        messages: what `in` refers to; an empty list where references are not allowed.
        special: how to read tags that only one side knows (callbacks, arguments built in place).
    """

    def __init__(self, messages: list[Any] | None = None, special: dict[str, Callable[[Any], Any]] | None = None):
        """Remember what references stand for."""
        self._messages = messages or []
        self._special = special or {}
        self._nodes = 0

    def decode(self, value: Value, depth: int = 0) -> Any:
        """Return the object a value stands for.

        Raises:
            Unreadable: the value is not of a form `Encoder` writes.
        """
        if depth > MAX_DEPTH + 2:
            raise Unreadable("is nested too deep")
        if type(value) in _AS_IT_IS:
            return value
        if type(value) is list:
            return self._items(value, depth)
        if type(value) is dict:
            if "$" in value:
                return self._tagged(value, depth)
            return {
                key: each if type(each) in _AS_IT_IS else self.decode(each, depth + 1) for key, each in value.items()
            }
        raise Unreadable(f"contains a {_type_name(value)}")

    def _items(self, value: list[Value], depth: int) -> list[Any]:
        items: list[Any] = []
        self._count(len(value))
        for each in value:
            if type(each) is dict and each.get("$") == "in" and "n" in each:
                items.extend(self._run(each))
            else:
                items.append(self.decode(each, depth + 1))
        return items

    def _run(self, value: dict[str, Any]) -> list[Any]:
        first, count = value.get("i"), value["n"]
        if type(first) is not int or type(count) is not int or not 0 <= first < first + count <= len(self._messages):
            raise Unreadable("refers to messages that were not given")
        self._count(count)
        return self._messages[first : first + count]

    def _count(self, nodes: int) -> None:
        """Count what is made: a short text may refer to many messages, many times."""
        self._nodes += nodes
        if self._nodes > MAX_NODES:
            raise Unreadable(f"has more than {MAX_NODES:,} parts")

    def _tagged(self, value: dict[str, Any], depth: int) -> Any:
        tag = value["$"]
        try:
            if tag in self._special:
                return self._special[tag](value)
            if tag == "in":
                return self._messages[_index(value["i"], len(self._messages))]
            if "items" in value:
                items = self._items(value["items"], depth)
                if tag in ("set", "dict") and len(items) > MAX_HASHED:
                    raise Unreadable(f"has a set or dict of more than {MAX_HASHED:,} parts")
                return _COLLECTIONS[tag](items)
            return _SCALARS[tag](value["text"])
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise Unreadable("is not in a form the judge can read") from error


def _index(i: Any, count: int) -> int:
    if type(i) is not int or not 0 <= i < count:
        raise IndexError(i)
    return i


def _number(text: str) -> int:
    if len(text) > MAX_DIGITS + 1:
        raise ValueError(len(text))
    return int(text)


_COLLECTIONS: dict[str, Callable[[list[Any]], Any]] = {"argument": Argument, "tuple": tuple, "set": set, "dict": dict}
_SCALARS: dict[str, Callable[[str], Any]] = {
    "int": _number,
    "float": float,
    "date": datetime.date.fromisoformat,
    "datetime": datetime.datetime.fromisoformat,
}


def same(one: Any, other: Any) -> bool:
    """Compare two decoded objects by exact type and content, so that `True` is not 1 and a tuple is no list."""
    if one is other:
        return True
    kind = list if type(one) is Argument else type(one)
    if kind is not (list if type(other) is Argument else type(other)):
        return False
    if kind in (list, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if kind is dict:
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other) or (kind is float and math.isnan(one) and math.isnan(other))


def in_words(thing: Any) -> str:
    """Say what an object is, as part of a sentence.

    Examples:
        >>> in_words({}), in_words(3), in_words(Ellipsis)
        ('a dict', 'a whole number', 'an ellipsis')
    """
    names = {"str": "a text", "bool": "True or False", "int": "a whole number", "NoneType": "None", "bytes": "bytes"}
    name = _type_name(thing)
    return names.get(name, f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}")


def _what_of_it(thing: Any) -> str:
    """Say what is wrong with a type the course does not use, and where there is one the way out."""
    if issubclass(type(thing), BaseException):
        return "which is to be raised and not returned"
    number = "which is neither int nor float; float(...) makes one of it"
    ways = {
        "Fraction": number,
        "Decimal": number,
        "HASH": "which is no text yet; .hexdigest() is",
        "bytes": "which are no text; .hexdigest() of a digest is",
    }
    return ways.get(_type_name(thing), "which is neither text, number, list nor dict")


def _type_name(thing: Any) -> str:
    return str(type.__getattribute__(type(thing), "__name__"))
