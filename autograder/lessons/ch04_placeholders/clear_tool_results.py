"""What a right `clear_tool_results` does."""

from autograder.lessons.ch04_placeholders.block_results import (
    block_clearing,
    frames_differ,
    result_places,
    several_in_one,
    tools_matter,
)
from autograder.lessons.ch04_placeholders.clear_cases import edges, every_small_history
from autograder.lessons.common import in_time, left_alone, refusal
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_dict_of, a_list_of_messages, an_int
from autograder.lessons.stumbles import CRASHES, stumbling
from autograder.lessons.trial import Trial

lesson = Lesson(
    "clear_tool_results",
    "ch04_placeholders",
    minutes=30,
    difficulty=3,
    returns=(
        "a dict with exactly 'messages' (a list of messages) and 'cleared' (a whole number)",
        a_dict_of(messages=a_list_of_messages, cleared=an_int),
    ),
    raises=CRASHES,
)


def stumbles_at(trial: Trial) -> str:
    """Name the rule that a crash belongs to."""
    places = result_places(trial.messages)
    odd = any(type(trial.messages[i]["content"][k].get("content")) is not str for i, k in places)
    return "leaves_what_is_not_text" if odd else "changes_only_results"


judged = stumbling(stumbles_at)


@lesson.rule(
    1,
    reason="a tool_use without its tool_result in the next message is refused (anthropics/claude-code#5060)",
    look="Which message or block is gone, or differs in more than a result's content?",
    think="Only the content of tool_result blocks changes. What user and model said stays, and so do tool_use blocks.",
    nearly='{**block, "content": placeholder} for a cleared result, the block itself for everything else',
)
@judged
def changes_only_results(trial: Trial) -> Finding | None:
    """Judge that nothing but contents of results differs."""
    return frames_differ(trial)


@lesson.rule(
    7,
    reason="old results are most of what an agent sends, and it pays for them again in every round",
    look="Which result of the left column still says what a right answer has cleared?",
    think="As in micro_compact: number the results, oldest first; all but the last keep_recent get the placeholder.",
    nearly="a list of places (message, block) of all results; the old ones are all but the last keep_recent",
)
@judged
def clears_old_results(trial: Trial) -> Finding | None:
    """Judge histories with one result a message, where nothing but age decides."""
    found = block_clearing(trial)
    return None if found.is_mixed or several_in_one(trial) or tools_matter(trial) else found.uncleared()


@lesson.rule(
    4,
    reason="counting messages keeps a whole batch where one result was meant, and the window fills again",
    look="How many results are there, in how many messages?",
    think="All results of a batch stand in one user message. Each block counts, whatever it holds.",
    nearly='for each message, for each block of its content: if block["type"] == "tool_result", note its place',
)
@judged
def counts_every_result(trial: Trial) -> Finding | None:
    """Judge messages with several results, and newest ones that stay for another reason too."""
    found = block_clearing(trial)
    return found.uncleared() if (found.is_mixed or several_in_one(trial)) and not tools_matter(trial) else None


@lesson.rule(
    3,
    reason="some results cannot be had again: clear what can be read once more, not the user's answer to a question",
    look="Which tool was called for that result, by the message directly before it?",
    think="A result knows an id only. The tool_use block with that id in its own batch has the name; ids may repeat.",
    nearly="names = {block id: block name} of the message before the results, and of no other",
)
@judged
def clears_only_named_tools(trial: Trial) -> Finding | None:
    """Judge histories with results of tools that are not among those named."""
    if not tools_matter(trial):
        return None
    return block_clearing(trial).not_left("tool") or block_clearing(trial).uncleared()


@lesson.rule(
    4,
    reason="clearing what was read a moment ago makes an agent read it again, in a loop "
    "(shareAI-lab/learn-claude-code#62)",
    look="How many of the last results still say what they said?",
    think="The newest keep_recent results stay, also where they begin in the middle of a message.",
    nearly="places[max(0, len(places) - keep_recent):] are the newest",
)
@judged
def keeps_the_newest(trial: Trial) -> Finding | None:
    """Judge the newest results."""
    return block_clearing(trial).newest_changed()


@lesson.rule(
    5,
    reason="five parallel reads and keep_recent=3: two files are gone before the model has seen them",
    look="Is there an assistant message after that result?",
    think="The model reads a result when it writes its next message. Until then the result is unread, and stays.",
    nearly="last = index of the newest assistant message; results in messages above it are unread",
)
@judged
def leaves_unread_results(trial: Trial) -> Finding | None:
    """Judge results after the newest assistant message."""
    return block_clearing(trial).not_left("unread")


@lesson.rule(
    3,
    reason="an error that is forgotten is made again, round after round",
    look="Which keys has that block beside its content?",
    think="A result with is_error set says what did not work. It is short, and worth more than what it costs.",
    nearly='if block.get("is_error"): the block as it is',
)
@judged
def leaves_errors(trial: Trial) -> Finding | None:
    """Judge results with `is_error`."""
    return block_clearing(trial).not_left("error")


@lesson.rule(
    3,
    reason="a handle that is cleared has lost the path, and the agent reads the source again, 66 times in one run "
    "(octos-org/octos#2131)",
    look="With which characters does the text of that result begin?",
    think="A result whose text starts with <persisted-output is a handle, in blocks too: the only way back.",
    nearly="join the text blocks first, then ask how the text begins",
)
@judged
def leaves_handles(trial: Trial) -> Finding | None:
    """Judge handles."""
    return block_clearing(trial).not_left("handle")


@lesson.rule(
    2,
    reason="a change where none is needed breaks the cached prefix, and everything behind it is paid in full "
    "(vercel/ai#16567)",
    look="How long is the text of that result, and how long is the placeholder?",
    think="What is no longer than the placeholder stays, and so does a placeholder.",
    nearly="len(text) > len(placeholder), with the text blocks joined",
)
@judged
def clears_nothing_twice(trial: Trial) -> Finding | None:
    """Judge results that are no longer than the placeholder."""
    return block_clearing(trial).not_left("short")


@lesson.rule(
    3,
    reason="a screenshot that is cleared by mistake cannot be taken again, and content may be missing altogether",
    look="Which types of block does the content of that result hold?",
    think="A list of text blocks only is cleared like text. A list with any other block stays, and so does no content.",
    nearly='all(block["type"] == "text" for block in content), for a content that is a list',
)
@judged
def leaves_what_is_not_text(trial: Trial) -> Finding | None:
    """Judge results with images or files, or without content."""
    return block_clearing(trial).not_left("form")


@lesson.rule(
    3,
    reason="a pipeline that trusts a wrong count reports room that is not there "
    "(Martian-Engineering/lossless-claw#1177)",
    look="How many results say something else than before?",
    think="Count results where their content is replaced, not messages, and not what is merely old.",
    nearly="cleared += 1, beside the line that makes the new block",
)
@judged
def counts_what_it_cleared(trial: Trial) -> Finding | None:
    """Judge the count."""
    return block_clearing(trial).miscounted(trial.answer["cleared"])


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
    2,
    on=("answer", "refusal"),
    reason="the full text has to reach the store; clearing it in place loses it for good (code-yeongyu/senpi#1422)",
    look="Do the blocks that were given still say what they said?",
    think="The content of a result lies three levels deep. Every level on the way to a change has to be new.",
    nearly="a new list, a new message, a new list of blocks, a new block",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


@lesson.rule(
    2,
    on=("speed",),
    reason="an agent clears before every request; a search per result freezes long sessions",
    look="How often does your function go over the whole list for one result?",
    think="A result's call stands in the message directly before it; nothing has to be searched for.",
    nearly="one pass that collects places, one pass that clears",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge a large history."""
    return in_time(trial)


lesson.enumeration(every_small_history)
lesson.named(edges)
