"""The HTML twin of what is said in text; every text of a learner's is escaped, and nothing is loaded from elsewhere."""

import re
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from autograder.feedback.text import SIGNS, STATE_WORDS, STATES

if TYPE_CHECKING:
    import jinja2
    from markupsafe import Markup

    from autograder.feedback.report import Report

_ISSUE = re.compile(r"([\w.-]+/[\w.-]+)#(\d+)")


def report_html(report: "Report") -> str:
    """Return a report as one element, to stand anywhere on a page that has `style_html` once."""
    return rendered("report.html.j2", report=report, sign=SIGNS[report.standing], counts=_counts(report))


@cache
def style_html() -> str:
    """Return the style that the elements made here need, light and dark; once a page is enough."""
    return f"<style>\n{(files(__package__) / 'feedback.css').read_text(encoding='utf-8')}</style>\n"


def rendered(template: str, **values: object) -> str:
    """Return a template of this package, filled in; every value is escaped."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> "jinja2.Environment":
    import jinja2

    made = jinja2.Environment(
        loader=jinja2.PackageLoader("autograder.feedback", ""),
        autoescape=True,
        trim_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters.update(linked=_linked, coded=_coded)
    made.globals.update(states=STATES, words=STATE_WORDS)
    return made


def _linked(text: str) -> "Markup":
    """Make a link of every issue a text names."""
    from markupsafe import Markup, escape

    link = r'<a href="https://github.com/\1/issues/\2" target="_blank" rel="noopener">\1#\2</a>'
    return Markup(_ISSUE.sub(link, str(escape(text))))


def _coded(text: str, lesson: str) -> "Markup":
    """Set the calls in a sentence as code."""
    from markupsafe import Markup, escape

    return Markup(re.sub(rf"\b\w+\({re.escape(lesson)}\)", r"<code>\g<0></code>", str(escape(text))))


def _counts(report: "Report") -> str:
    """Say how many rules are in which state."""
    counts: Counter[str] = Counter(rule.state for rule in report.rules)
    return ", ".join(f"{counts[state]} {words}" for state, words in STATE_WORDS.items() if counts[state])
