"""The reading session: an assistant reads file after file, and nothing ever leaves its history."""

from autograder.lab.messages import assistant, call, system, tool, user
from autograder.lab.prose import prose
from autograder.lab.sessions import Fact, Round, Session

FORMS = ("measuring", "live")
# Each pair weighs exactly 264 quarter-tokens, so both languages give the course's table.
PROMPTS = {
    "en": (
        "You are a file organizing assistant. Read the files one by one with the read_file tool, note the key points "
        "of each file, and keep answers short. When all the files have been read, reply with one final summary.",
        "Read every file under /tmp/project and summarize them.",
    ),
    "zh": (
        "你是一个文件整理助手。逐个读取指定的文件，提取要点，最后给出总结。",
        "把 /tmp/project 下所有文件读一遍并总结",
    ),
}
CHARACTERS_PER_ROUND = 200


def reading_session(
    rounds: int = 20, language: str = "en", form: str = "measuring", system_prompt: str | None = None
) -> Session:
    r"""Build the course's running example.

    Round i calls `read_file` and gets a file of a heading and 200 * i further characters of prose,
    with one value planted in its middle.

    Args:
        rounds: number of files read, 0 or more.
        language: of the two prompts, `en` or `zh`; the files are English in both.
        form: `measuring` has empty call arguments, for the tables of estimates; `live` has real ones, for a provider.
        system_prompt: stands in place of the session's own.

    Raises:
        ValueError: `rounds` is negative, or `language` or `form` is not one of those named.

    Examples:
        >>> reading_session(rounds=1).history()[3]  # doctest: +ELLIPSIS
        {'role': 'tool', 'tool_call_id': 'call_1', 'content': '# file_1.md\n\n...'}
        >>> reading_session(rounds=3).facts[1].sentence
        'The retention code of file_2.md is RC-7838.'
    """
    _check(rounds, language, form)
    ours, request = PROMPTS[language]
    opening = (system(ours if system_prompt is None else system_prompt), user(request))
    facts = tuple(_fact(number) for number in range(1, rounds + 1))
    played = tuple(_round(number, fact, form) for number, fact in enumerate(facts, start=1))
    return Session("reading", opening, played, assistant(f"All {rounds} files are read."), facts)


def _check(rounds: int, language: str, form: str) -> None:
    if rounds < 0:
        raise ValueError(f"rounds is {rounds}: a session has 0 rounds or more. Use rounds >= 0.")
    if language not in PROMPTS:
        raise ValueError(f"language is {language!r}: the prompts exist in {' and '.join(PROMPTS)}.")
    if form not in FORMS:
        raise ValueError(f"form is {form!r}: the session has the forms {' and '.join(FORMS)}.")


def _fact(number: int) -> Fact:
    name, code = f"file_{number}.md", f"RC-{1000 + number * 7919 % 9000}"
    sentence = f"The retention code of {name} is {code}."
    return Fact("value", sentence, f"What is the retention code of {name}?", code)


def _round(number: int, fact: Fact, form: str) -> Round:
    id, name = f"call_{number}", f"file_{number}.md"
    arguments = "" if form == "measuring" else {"path": f"/tmp/project/{name}"}
    content = f"# {name}\n\n{planted(name, CHARACTERS_PER_ROUND * number, fact.sentence)}"
    return Round(assistant(calls=[call(id, "read_file", arguments)]), (tool(content, id),))


def planted(seed: str, length: int, sentence: str) -> str:
    """Write prose of exactly `length` characters with a sentence in its middle.

    Examples:
        >>> text = planted("notes", 400, "The code is 7.")
        >>> len(text), text.index("The code is 7.")
        (400, 193)
    """
    room = length - len(sentence) - 2  # the blanks around the sentence
    before = room // 2
    return f"{prose(seed, before)} {sentence} {prose(f'{seed}, second half', room - before)}"
