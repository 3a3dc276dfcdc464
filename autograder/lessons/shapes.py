"""Forms of answers: each check returns what the answer is instead, or `None` where it fits."""

from typing import Any

from autograder.lessons.lesson import Shape

LARGEST = 1e300


def kind_of_answer(answer: Any) -> str:
    """Say what an answer is, in words."""
    if isinstance(answer, bool) or answer is None:
        return repr(answer)
    names = {"str": "a text", "int": "a whole number", "float": "a float"}
    name = "list" if isinstance(answer, list) else type(answer).__name__
    return names.get(name, f"a {name}")


def an_int(answer: Any) -> str | None:
    """Check for a whole number; `True` is none."""
    if type(answer) is float:
        return f"{answer!r}, a float and not an int"
    return None if type(answer) is int else kind_of_answer(answer)


def a_bool(answer: Any) -> str | None:
    """Check for `True` or `False`; 1 and 0 are none."""
    if type(answer) is int and answer in (0, 1):
        return f"{answer}, a number and not {bool(answer)}"
    return None if type(answer) is bool else kind_of_answer(answer)


def nothing(answer: Any) -> str | None:
    """Check for `None`."""
    return None if answer is None else kind_of_answer(answer)


def a_number(answer: Any) -> str | None:
    """Check for a number, whole or not, that a float can hold."""
    if type(answer) not in (int, float):
        return kind_of_answer(answer)
    return f"a number above {LARGEST:g}" if abs(answer) > LARGEST else None


def a_text(answer: Any) -> str | None:
    """Check for a text."""
    return None if type(answer) is str else kind_of_answer(answer)


def a_list_of_texts(answer: Any) -> str | None:
    """Check for a list of texts."""
    if not isinstance(answer, list):
        return kind_of_answer(answer)
    strange = [i for i, each in enumerate(answer) if type(each) is not str]
    return f"a list whose entry {strange[0]} is {kind_of_answer(answer[strange[0]])}" if strange else None


def a_list_of_messages(answer: Any) -> str | None:
    """Check for a list of dicts that can be read as messages, so that no rule stumbles over a strange one."""
    if not isinstance(answer, list):
        return kind_of_answer(answer)
    for i, each in enumerate(answer):
        if type(each) is not dict:
            return f"a list whose entry {i} is {kind_of_answer(each)}"
        instead = _strange_content(each.get("content")) or _strange_calls(each.get("tool_calls"))
        if instead is not None:
            return f"a list whose entry {i} has {instead}"
    return None


def _strange_content(content: Any) -> str | None:
    if content is None or type(content) is str:
        return None
    if type(content) is not list:
        return f"a content that is {kind_of_answer(content)}"
    texts = [each.get("text") if type(each) is dict else 0 for each in content]  # 0 stands for what is no part
    return "a content with a part that is none" if any(type(each) not in (str, type(None)) for each in texts) else None


def _strange_calls(calls: Any) -> str | None:
    if not calls and type(calls) in (list, type(None)):
        return None
    if type(calls) is not list:
        return f"tool_calls that are {kind_of_answer(calls)}"
    return None if all(map(_is_a_call, calls)) else "tool_calls with a call that is none"


def _is_a_call(call: Any) -> bool:
    return type(call) is dict and type(call.get("id")) is str and type(call.get("function")) is dict


def a_dict_of(**entries: Shape) -> Shape:
    """Return the check for a dict with exactly these keys, each of its own form."""

    def check(answer: Any) -> str | None:
        if type(answer) is not dict:
            return kind_of_answer(answer)
        if answer.keys() != entries.keys():
            return f"a dict with the keys {', '.join(map(repr, answer)) or '(none)'}"
        for key, entry in entries.items():
            instead = entry(answer[key])
            if instead is not None:
                return f"a dict whose {key!r} is {instead}"
        return None

    return check
