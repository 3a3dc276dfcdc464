"""What a right `micro_compact` does."""

from functools import lru_cache

from autograder.lab.messages import is_tool_result
from autograder.lessons.ch04_placeholders.clearing import (
    Clearing,
    flat_clearing,
    is_handle,
    last_assistant,
    no_clearing,
    tool_names,
)
from autograder.lessons.ch04_placeholders.compact_cases import edges, every_small_history
from autograder.lessons.common import in_time, left_alone, refusal
from autograder.lessons.contents import rewritten
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_dict_of, a_list_of_messages, an_int
from autograder.lessons.stumbles import CRASHES, stumbling
from autograder.lessons.trial import Trial

lesson = Lesson(
    "micro_compact",
    "ch04_placeholders",
    minutes=35,
    difficulty=2,
    returns=(
        "a dict with exactly 'messages' (a list of messages) and 'cleared' (a whole number)",
        a_dict_of(messages=a_list_of_messages, cleared=an_int),
    ),
    raises=CRASHES,
)


@lru_cache(maxsize=1)
def clearing(trial: Trial) -> Clearing:
    """Return what became of each result; of an answer with other messages, nothing."""
    if rewritten(trial.messages, trial.answer["messages"]) is not None:
        return no_clearing(trial)
    placeholder, tools = trial.given["placeholder"], trial.given["tools"]
    read_until, called = last_assistant(trial.messages), tool_names(trial.messages)

    def exception_of(index: int) -> str:
        message = trial.messages[index]
        if index > read_until:
            return "unread"
        if type(message.get("content")) is not str:
            return "form"
        if is_handle(message):
            return "handle"
        if tools is not None and called[index] not in tools:
            return "tool"
        return "short" if len(message["content"]) <= len(placeholder) else ""

    return flat_clearing(trial, exception_of)


def stumbles_at(trial: Trial) -> str:
    """Name the rule that a crash belongs to."""
    if any(is_tool_result(each) and type(each.get("content")) is not str for each in trial.messages):
        return "leaves_what_is_not_text"
    return "changes_only_results" if trial.given["tools"] is None else "clears_only_named_tools"


judged = stumbling(stumbles_at)


@lesson.rule(
    1,
    reason="a result that is taken out leaves its call without an answer, and the request is refused "
    "(BerriAI/litellm#10696)",
    look="Which message is gone, or differs in more than its content?",
    think="Clearing changes what a result says. The message itself stays, with its role and its id.",
    nearly='{**message, "content": placeholder} for a cleared result, the message itself for everything else',
)
@judged
def changes_only_results(trial: Trial) -> Finding | None:
    """Judge that nothing but contents of results differs."""
    return rewritten(trial.messages, trial.answer["messages"])


@lesson.rule(
    7,
    reason="old results are most of what an agent sends, and it pays for them again in every round",
    look="Which result of the left column still says what a right answer has cleared?",
    think="Number the results, oldest first. All but the last keep_recent of them get the placeholder.",
    nearly="results = indices of tool messages; old = results[: len(results) - keep_recent], never below 0",
)
@judged
def clears_old_results(trial: Trial) -> Finding | None:
    """Judge results that nothing but their age decides about."""
    all_results = clearing(trial)
    return None if all_results.is_mixed or trial.given["tools"] is not None else all_results.uncleared()


@lesson.rule(
    3,
    reason="counting only what can be cleared keeps older and older results, and the window fills again",
    look="Which results did you count to find the newest keep_recent?",
    think="Every result counts, whatever it holds: handles, short ones, unread ones, those of other tools.",
    nearly="find the newest among all tool messages first, and look at the exceptions afterwards",
)
@judged
def counts_every_result(trial: Trial) -> Finding | None:
    """Judge histories where one of the newest stays for another reason as well."""
    all_results = clearing(trial)
    return all_results.uncleared() if all_results.is_mixed and trial.given["tools"] is None else None


@lesson.rule(
    3,
    reason="some results cannot be had again: clear what can be read once more, not the user's answer to a question",
    look="Which tool was called for that result, by the call in its own batch?",
    think="With a set of names, results of other tools stay. A result knows an id only; its batch's call has the name.",
    nearly="for each batch: names = {call id: function name}, for the results directly after it and no others",
)
@judged
def clears_only_named_tools(trial: Trial) -> Finding | None:
    """Judge histories with a set of names."""
    if trial.given["tools"] is None:
        return None
    return clearing(trial).not_left("tool") or clearing(trial).uncleared()


@lesson.rule(
    4,
    reason="clearing what was read a moment ago makes an agent read it again, in a loop "
    "(shareAI-lab/learn-claude-code#62)",
    look="How many of the last results still say what they said?",
    think="The newest keep_recent results stay, also where keep_recent is larger than their number.",
    nearly="max(0, len(results) - keep_recent) is where the newest begin",
)
@judged
def keeps_the_newest(trial: Trial) -> Finding | None:
    """Judge the newest results."""
    return clearing(trial).newest_changed()


@lesson.rule(
    5,
    reason="five parallel reads and keep_recent=3: two files are gone before the model has seen them",
    look="Is there an assistant message after that result?",
    think="The model reads a result when it writes its next message. Until then the result is unread, and stays.",
    nearly="last = index of the newest assistant message; a result at an index above it is unread",
)
@judged
def leaves_unread_results(trial: Trial) -> Finding | None:
    """Judge results after the newest assistant message."""
    return clearing(trial).not_left("unread")


@lesson.rule(
    3,
    reason="a handle that is cleared has lost the path, and the agent reads the source again, 66 times in one run "
    "(octos-org/octos#2131)",
    look="With which characters does that result begin?",
    think="A result that starts with <persisted-output is a handle, the only way back to what it stands for.",
    nearly='content.startswith("<persisted-output")',
)
@judged
def leaves_handles(trial: Trial) -> Finding | None:
    """Judge handles."""
    return clearing(trial).not_left("handle")


@lesson.rule(
    2,
    reason="a change where none is needed breaks the cached prefix, and everything behind it is paid in full "
    "(vercel/ai#16567)",
    look="How long is that result, and how long is the placeholder?",
    think="Clearing has to save something. What is no longer than the placeholder stays, and so does a placeholder.",
    nearly="len(content) > len(placeholder)",
)
@judged
def clears_nothing_twice(trial: Trial) -> Finding | None:
    """Judge results that are no longer than the placeholder."""
    return clearing(trial).not_left("short")


@lesson.rule(
    2,
    reason="a list of parts has no length in characters, and None has none at all: a crash in the middle of a session "
    "(BerriAI/litellm#16348)",
    look="What type is the content of that result?",
    think="Content may be None or a list of parts. This function clears text, and leaves the rest to others.",
    nearly="isinstance(content, str)",
)
@judged
def leaves_what_is_not_text(trial: Trial) -> Finding | None:
    """Judge results whose content is `None` or a list of parts."""
    return clearing(trial).not_left("form")


@lesson.rule(
    3,
    reason="a pipeline that trusts a wrong count reports room that is not there "
    "(Martian-Engineering/lossless-claw#1177)",
    look="How many results say something else than before?",
    think="Count where a content is replaced, not where one is old.",
    nearly="cleared += 1, beside the line that makes the new message",
)
@judged
def counts_what_it_cleared(trial: Trial) -> Finding | None:
    """Judge the count."""
    return clearing(trial).miscounted(trial.answer["cleared"])


@lesson.rule(
    2,
    on=("refusal",),
    reason="a slice with a negative count clears the newest results instead of the oldest",
    look="What does a negative keep_recent mean?",
    think="It means a mistake elsewhere. Say so before anything is cleared, also for an empty list.",
    nearly="if keep_recent < 0: raise ValueError with its name and value",
)
def refuses_a_negative_count(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    return refusal(trial, lambda given: ["keep_recent"])


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="the full text has to reach the store; clearing it in place loses it for good (code-yeongyu/senpi#1422)",
    look="Do the messages that were given still say what they said?",
    think='message["content"] = ... writes into the caller\'s dict. Make a new dict for each result that is cleared.',
    nearly='a new list, and {**message, "content": placeholder}',
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


@lesson.rule(
    2,
    on=("speed",),
    reason="an agent clears before every request; a search per result freezes long sessions",
    look="How often does your function go over the whole list for one result?",
    think="The newest results, the last assistant message and the names of tools are found once, before the loop.",
    nearly="one pass that collects, one pass that clears",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge a large history."""
    return in_time(trial)


lesson.enumeration(every_small_history)
lesson.named(edges)
