"""A private case and a private rule for `trim_history`."""

from dataclasses import replace

from autograder.lab import assistant, tool, user
from autograder.lessons.ch03_trim.trim_history import case
from autograder.lessons.lesson import Finding


def cases():
    """Return histories of this term's own; `telling` names the private rule that a case puts to the proof."""
    night = [user("check the night run"), assistant(calls=["p", "q"]), tool("ok", "p"), tool("late", "q"), user("why?")]
    yield replace(case("the night run", night, max_messages=2, head=0), telling=frozenset({"ends_as_it_ended"}))


def rules(lesson):
    """Add a rule; its points count like any other's."""

    @lesson.rule(
        5,
        reason="none; it is private",
        look="Which message is last?",
        think="The tail ends at the end.",
        nearly="messages[tail_start:]",
    )
    def ends_as_it_ended(trial):
        kept = trial.answer["messages"]
        if not kept or kept[-1] == trial.messages[-1]:
            return None
        return Finding("the last message stays last", "another message is last")
