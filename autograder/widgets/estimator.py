"""`try_estimate`: type or paste text, see where the tokenizer cuts it, and what your own estimate says of it.

| key | holds |
| --- | --- |
| `names` | of the functions |
| `texts` | each text: `kind`, `text`, `pieces`, `tokens`, `estimates`, `writings` |
| `shown` | the number of the text that is shown first; the last text is the reader's own |

`pieces` are pairs of a text and its number of tokens; `estimates` are, for each function, `[number, ""]` or
`[None, what went wrong]`; `writings` are the same for all pieces of one writing: `name`, `tokens`, `estimates`.
"""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from autograder.lab.samples import sample_texts
from autograder.lab.tokens import token_pieces
from autograder.widgets.trying import name_of, tried
from autograder.widgets.view import View, Wish
from autograder.widgets.writing import writing_of

Estimate = Callable[[str], Any]
Text = dict[str, Any]

LONGEST = 20_000  # characters; a piece is an element on the page
FIRST_KIND, OWN_KIND = "a mixture", "your own text"
FIRST = "Hello, could you check the weather? 你好，请帮我查一下北京的天气。 🦜 id=550e8400-e29b"


class Estimator(View):
    """A picture of texts, cut into tokens, with estimates beside the exact counts."""

    name = "estimator"

    def words(self) -> str:
        """Return a line for each text."""
        texts = self.picture["texts"]
        width = max(len(each["kind"]) for each in texts)
        return "\n".join(f"{each['kind']:{width}}  {_sentence(self.picture['names'], each)}" for each in texts)

    def table(self) -> str:
        """Return the same lines as a table."""
        rows = (
            f"<tr><th>{escape(each['kind'])}</th><td>{escape(_sentence(self.picture['names'], each))}</td></tr>"
            for each in self.picture["texts"]
        )
        return f"<table>{''.join(rows)}</table>"


def try_estimate(*estimates: Estimate, text: str = FIRST) -> Estimator | None:
    """Show a text as the tokenizer cuts it, with one or more estimates beside the exact count.

    Args:
        estimates: your functions; each takes a text and returns a number of tokens.
        text: what stands in the field at first.

    Returns:
        The picture; a notebook shows it, with a field to type in. `None`, with a sentence, where it was not given
        functions and a text.
    """
    wrong = next((each for each in estimates if not callable(each)), None)
    if wrong is not None:
        kind = type(wrong).__name__
        print(f"try_estimate got something of type {kind}: give it functions, as in try_estimate(estimate_tokens).")
        return None
    try:
        own = cut_text(FIRST_KIND if text == FIRST else OWN_KIND, text, estimates)
    except ValueError as problem:
        print(problem)
        return None
    texts = [cut_text(sample.kind, sample.text, estimates) for sample in sample_texts()]
    picture = {"names": [name_of(each) for each in estimates], "texts": [*texts, own], "shown": len(texts)}

    def remake(wish: Wish) -> dict[str, Any]:
        return {**picture, "texts": [*texts, cut_text(OWN_KIND, wish.get("text"), estimates)]}

    return Estimator(picture, remake)


def cut_text(kind: str, text: Any, estimates: Sequence[Estimate]) -> Text:
    """Return a text as the picture takes it.

    Raises:
        ValueError: it is no text, or longer than the page can show.
    """
    if type(text) is not str:
        raise ValueError(f"text is something of type {type(text).__name__}: give a text.")
    if len(text) > LONGEST:
        raise ValueError(f"text has {len(text):,} characters: at most {LONGEST:,} are shown. Take a part of it.")
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # half a character has no tokens
    pieces = token_pieces(text)
    return {
        "kind": kind,
        "text": text,
        "pieces": pieces,
        "tokens": sum(count for _, count in pieces),
        "estimates": [_estimated(each, text) for each in estimates],
        "writings": _writings(pieces, estimates),
    }


def _writings(pieces: list[tuple[str, int]], estimates: Sequence[Estimate]) -> list[dict[str, Any]]:
    """Return each writing with what all its pieces, joined, cost and are estimated at; the dearest first."""
    found: dict[str, tuple[str, int]] = {}
    for piece, count in pieces:
        name = writing_of(piece)
        text, tokens = found.get(name, ("", 0))
        found[name] = text + piece, tokens + count
    ordered = sorted(found.items(), key=lambda each: -each[1][1])
    return [
        {"name": name, "tokens": tokens, "estimates": [_estimated(each, text) for each in estimates]}
        for name, (text, tokens) in ordered
    ]


def _estimated(estimate: Estimate, text: str) -> tuple[float | None, str]:
    answer, problem = tried(estimate, text)
    if problem:
        return None, problem
    if type(answer) not in (int, float) or answer != answer:
        return None, "returned None" if answer is None else f"returned {answer!r:.40}, not a number"
    return min(max(answer, -1e9), 1e9), ""


def _sentence(names: Sequence[str], text: Text) -> str:
    said = [f"{text['tokens']:,} tokens"]
    for name, (number, problem) in zip(names, text["estimates"], strict=True):
        said.append(f"{name} {problem}" if number is None else f"{name} says {number:,.0f}")
    return "; ".join(said)
