"""What a right `tool_result_budget` does."""

from autograder.execution.values import same
from autograder.lab.messages import is_tool_result, text_of
from autograder.lessons.ch04_placeholders.budget_cases import edges, every_small_batch
from autograder.lessons.ch04_placeholders.budgets import (
    arguments_of,
    budget,
    called,
    finding,
    handle,
    in_order,
    in_words,
    not_to_store,
    other_messages,
    spelled,
    whole,
)
from autograder.lessons.common import left_alone, refusal
from autograder.lessons.contents import shown
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_dict_of, a_list_of_messages, a_list_of_texts
from autograder.lessons.stumbles import CRASHES, stumbling
from autograder.lessons.trial import Trial

lesson = Lesson(
    "tool_result_budget",
    "ch04_placeholders",
    minutes=40,
    difficulty=3,
    returns=(
        "a dict with exactly 'messages' (a list of messages) and 'persisted' (a list of ids)",
        a_dict_of(messages=a_list_of_messages, persisted=a_list_of_texts),
    ),
    raises=CRASHES,
)


def stumbles_at(trial: Trial) -> str:
    """Name the rule that a crash belongs to."""
    odd = any(is_tool_result(each) and type(each.get("content")) is not str for each in trial.messages)
    return "stores_long_text_only" if odd else "changes_only_the_last_batch"


judged = stumbling(stumbles_at)


@lesson.rule(
    1,
    reason="earlier results were read by the model; changing them breaks the cached prefix (vercel/ai#16567)",
    look="Which message outside the last batch differs?",
    think="Only contents of the last batch that has a result may change. Roles, ids and everything before it stay.",
    nearly='kept = list(messages), and kept[index] = {**message, "content": ...} for one index at a time',
)
@judged
def changes_only_the_last_batch(trial: Trial) -> Finding | None:
    """Judge everything that is not to be touched."""
    return other_messages(trial)


@lesson.rule(
    1,
    reason="a result on disk costs another call to read; one that fits should be read at once",
    look="How many characters have the results of the batch together, and what is the limit?",
    think="The limit is for the batch as a whole, and a batch of exactly that size fits.",
    nearly="the loop runs only while the total is above limit",
)
@judged
def leaves_what_fits(trial: Trial) -> Finding | None:
    """Judge batches at or under the limit."""
    facts = budget(trial)
    if facts.total > facts.limit or (not facts.mine and same(trial.answer["messages"], trial.messages)):
        return None
    return finding(trial, f"nothing stored: {facts.total:,} characters fit limit={facts.limit:,}", in_words(facts.mine))


@lesson.rule(
    6,
    reason="nine parallel results together were larger than the window, and no trimming can cut the newest batch "
    "(langchain-ai/deepagents#3405)",
    look="After each result you store, how many characters has the batch, the handles included?",
    think="Store one, add up again with its handle in place, and go on only while the total is above the limit.",
    nearly="while sum of len(text) > limit: store the longest candidate; without one, stop",
)
@judged
def stores_until_it_fits(trial: Trial) -> Finding | None:
    """Judge how many are stored."""
    facts = budget(trial)
    if not facts.is_usual or other_messages(trial) is not None:
        return None
    left, size = [i for i in facts.candidates if i not in facts.mine], facts.total
    for index in filter(None, facts.mine):
        if size <= facts.limit:
            expected = f"message {index} left: before it is stored the batch has {size:,} characters, and fits"
            return finding(trial, expected, f"message {index} stored")
        before, after = trial.messages[index], trial.answer["messages"][index].get("content")
        size += (len(after) if type(after) is str else 0) - len(text_of(before))
    if size <= facts.limit or not left:
        return None
    with_handles = ", handles included" if facts.mine else ""
    expected = f"message {left[0]} stored: the batch has {size:,} characters{with_handles}, and limit={facts.limit:,}"
    return finding(trial, expected, in_words(facts.mine))


@lesson.rule(
    4,
    reason="one long log on disk frees more than ten short ones, and each one on disk costs a call to read again",
    look="Which result is the longest at that moment? And which comes first among equals?",
    think="The longest candidate goes first; of equally long ones the first in the batch.",
    nearly="max(candidates, key=length) takes the first of equals, if the candidates are in the batch's order",
)
@judged
def stores_the_longest_first(trial: Trial) -> Finding | None:
    """Judge which are stored, and in which order."""
    facts = budget(trial)
    first = facts.candidates[: len(facts.mine)]
    if not facts.is_usual or facts.mine == first:
        return None
    return finding(trial, f"stored: {in_order(first)}", f"stored: {in_order(facts.mine)}")


@lesson.rule(
    2,
    reason="a handle for a short text is longer than the text",
    look="Is the content of that result text, and is it longer than preview?",
    think="What is no longer than the preview would stand in its own handle whole. Lists of parts stay too.",
    nearly="isinstance(content, str) and len(content) > preview",
)
@judged
def stores_long_text_only(trial: Trial) -> Finding | None:
    """Judge that neither short results nor lists of parts are stored."""
    return not_to_store(trial, "short", f"no longer than preview={budget(trial).preview:,}, or not text")


@lesson.rule(
    3,
    reason="a handle that is stored again leads to a file that holds a handle (shareAI-lab/learn-claude-code#317)",
    look="With which characters does that result begin?",
    think="A result that starts with <persisted-output is on disk already.",
    nearly='not content.startswith("<persisted-output")',
)
@judged
def leaves_handles(trial: Trial) -> Finding | None:
    """Judge handles."""
    return not_to_store(trial, "handle", "a handle already")


@lesson.rule(
    4,
    reason="store, read, store: an agent that reads a stored file gets a handle again, for ever (HKUDS/nanobot#4153)",
    look="What did the call of that result ask for?",
    think="A call whose arguments contain the path of a handle reads back what was stored. Its result must stay.",
    nearly="collect the paths of all handles in the history; skip a result when a path is in its call's arguments",
)
@judged
def leaves_what_was_read_back(trial: Trial) -> Finding | None:
    """Judge results of calls that name the path of a handle."""
    return not_to_store(trial, "read back", "read back from a handle's path")


@lesson.rule(
    3,
    reason="an answer of the model, or the next call, may stand behind the batch by the time the budget is looked at",
    look="Which batch is the last that has a result?",
    think="A batch whose calls still run has nothing to store, and what stands behind a batch does not matter.",
    nearly="the last of find_batches(messages) with end > start + 1",
)
@judged
def finds_the_last_batch_with_a_result(trial: Trial) -> Finding | None:
    """Judge histories that go on after the batch."""
    facts = budget(trial)
    if None in facts.mine or len(set(facts.mine)) < len(facts.mine):
        return None  # what store was called with is another rule's subject
    if facts.is_at_the_end or facts.mine == facts.right or facts.total <= facts.limit:
        return None
    return finding(trial, in_words(facts.right), in_words(facts.mine))


@lesson.rule(
    3,
    reason="a copy that was cut before it was stored cannot be had again, from anywhere",
    look="Which id and which text did store get?",
    think="The store gets the id of the call and the text as it was, to the last character.",
    nearly='path = store(message["tool_call_id"], message["content"]), before anything is shortened',
)
@judged
def stores_the_whole_text(trial: Trial) -> Finding | None:
    """Judge the arguments of each call of `store`."""
    facts = budget(trial)
    for number, (asked, place) in enumerate(zip(trial.asked, facts.mine, strict=True)):
        if place is None:
            return Finding("store called with the id and the text of a result", f"store({spelled(asked)})")
        message = trial.messages[place]
        id, text = message["tool_call_id"], message.get("content")
        if len(asked.args) + len(asked.kwargs) != 2 or not same(arguments_of(asked), (id, text)):
            return Finding(f"store({shown(id)}, {shown(text)})", f"store({spelled(asked)})")
        if place in facts.mine[:number]:
            return Finding("each text stored once", f"store called for message {place} {facts.mine.count(place)} times")
    return None


@lesson.rule(
    5,
    reason="a stub without a path sends the agent back to the source, 66 times in one run (octos-org/octos#2131)",
    look="Compare your handle with the form of the rule, line by line: path, chars, preview, closing line.",
    think="The path is what store returned, chars is the length of the whole text, and the preview is its plain front.",
    nearly='f\'<persisted-output path="{path}" chars="{len(text)}">\\n{text[:preview]}\\n</persisted-output>\'',
)
@judged
def writes_the_handle(trial: Trial) -> Finding | None:
    """Judge what stands in place of what was stored, and that the other results stay."""
    facts, answer = budget(trial), trial.answer["messages"]
    if other_messages(trial) is not None or None in facts.mine:
        return None
    for i in facts.inside:
        content = trial.messages[i].get("content")
        right = handle(trial, i) if i in facts.mine else content
        if not same(answer[i].get("content"), right):
            expected, got = whole(right), whole(answer[i].get("content"))
            return finding(trial, f"message {i}: {expected}", f"message {i}: {got}")
    return None


@lesson.rule(
    2,
    reason="whoever calls this must know which results to point the model at",
    look="Which ids did you store, and in which order?",
    think="persisted lists the ids of the calls, in the order of storing.",
    nearly="persisted.append(id), beside the call of store",
)
@judged
def names_what_it_stored(trial: Trial) -> Finding | None:
    """Judge the list of ids."""
    mine, stored = trial.answer["persisted"], [arguments_of(each)[0] for each in trial.asked]
    if same(mine, stored):
        return None
    return Finding(f"persisted is {str(stored)[:80]}, as stored", f"persisted is {str(mine)[:80]}")


@lesson.rule(
    2,
    on=("refusal",),
    reason="a full disk that nobody hears of loses every result from then on, with a path that leads nowhere",
    look="What does your function do when store raises?",
    think="Without a stored copy nothing may be shortened. Whoever called must hear of it: let the error out.",
    nearly="no try around store",
)
def lets_a_failure_out(trial: Trial) -> Finding | None:
    """Judge cases in which `store` raises."""
    right, error = trial.right.error, trial.outcome.error
    assert right is not None
    if "ValueError" in right.kinds:
        return None
    expected = f"{right.kinds[0]}: {right.text}, as store raised it"
    if error is None:
        return Finding(expected, "no error: the function returned")
    if error.kinds[0] != right.kinds[0] or error.text != right.text:
        return Finding(expected, f"{error.kinds[0]}: {error.text}")
    asked, wanted = len(trial.asked), len(trial.right_asked)
    return None if asked == wanted else Finding(called(trial.right_asked), called(trial.asked))


@lesson.rule(
    2,
    on=("refusal",),
    reason="a negative limit comes from a mistake elsewhere, and would send everything to disk (cline/cline#11894)",
    look="Which of the two numbers cannot be?",
    think="Check both before anything is stored, also for an empty list, and say which one is wrong.",
    nearly="if limit < 0 or preview < 0: raise ValueError with its name and value",
)
def refuses_a_negative_size(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    assert trial.right.error is not None
    if "ValueError" not in trial.right.error.kinds:
        return None
    return refusal(trial, lambda given: [name for name in ("limit", "preview") if given[name] < 0])


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="a store that fails half-way must not leave a history with half of its results gone "
    "(code-yeongyu/senpi#1422)",
    look="Do the messages that were given still say what they said?",
    think="Work on a copy of the list, and make a new dict for each result that becomes a handle.",
    nearly='kept[index] = {**kept[index], "content": handle}',
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


lesson.enumeration(every_small_batch)
lesson.named(edges)
