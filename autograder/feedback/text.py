"""A report as plain text, for a terminal and for whoever cannot see HTML."""

from typing import TYPE_CHECKING

from autograder.feedback.columns import beside, labelled, table

if TYPE_CHECKING:
    from autograder.feedback.calls import Tried
    from autograder.feedback.report import Report, Shown

SIGNS = {"passed": "✓", "broken": "✗", "stopped": "○", "not written": "○", "not judged": "○"}
STATES = {"held": "✓", "broken": "✗", "unproven": "·"}
STATE_WORDS = {"held": "held", "broken": "broken", "unproven": "not yet put to the proof"}
_CASE, _FOOT = 11, 16  # places of the labels


def report_text(report: "Report") -> str:
    """Return a report to read: the finding, the case, what it costs, and one next step."""
    blocks = [f"{SIGNS[report.standing]} {report.lesson or 'check'}  {report.title}".rstrip()]
    if report.shown is not None:
        blocks += _case(report, report.shown)
    blocks.append(_foot(report))
    return "\n\n".join(filter(None, blocks)) + "\n"


def rules_text(report: "Report") -> str:
    """Return every rule with its points and whether it held."""
    rows = [
        [STATES[rule.state], rule.name.replace("_", " "), str(rule.points), STATE_WORDS[rule.state]]
        for rule in report.rules
    ]
    return table(rows) + "\n" if rows else ""


def _case(report: "Report", shown: "Shown") -> list[str]:
    lines = _tried(report, shown.tried) if shown.tried is not None else []
    lines += [labelled("expected", shown.expected, _CASE), labelled("got", shown.got, _CASE)]
    return ["\n".join(lines), _rows(shown)]


def _tried(report: "Report", tried: "Tried") -> list[str]:
    lines = [beside("tried", tried.shown, _CASE)]
    lines += [labelled("where" if i == 0 else "", each, _CASE) for i, each in enumerate(tried.callbacks)]
    if tried.shortened:
        lines.append(
            labelled("", f"(shortened; print(check({report.lesson}, show=False).call) writes it whole)", _CASE)
        )
    return lines


def _rows(shown: "Shown") -> str:
    if not shown.rows:
        return ""
    head = ["#", "message", "yours", "a right answer"]
    rows = [["" if row.index is None else str(row.index), row.label, row.yours, row.right] for row in shown.rows]
    lines = table([head, *rows]).splitlines()
    if shown.above:
        lines.insert(1, f"   … {shown.above} above")
    if shown.below:
        lines.append(f"   … {shown.below} below")
    return "\n".join(f"  {line}" for line in lines)


def _foot(report: "Report") -> str:
    lines = [("in production", report.reason), ("points", _points(report)), ("next", report.next)]
    lines += [("note" if i == 0 else "", note) for i, note in enumerate(report.notes)]
    return "\n".join(labelled(label, text, _FOOT) for label, text in lines if text)


def _points(report: "Report") -> str:
    return f"{report.score} of {report.points}" if report.points else ""
