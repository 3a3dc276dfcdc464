"""What a right `repair_pairs` does."""

from functools import wraps

from autograder.execution.values import same
from autograder.lab.messages import is_tool_result, text_of
from autograder.lessons.ch03_trim.broken import Broken
from autograder.lessons.ch03_trim.repair_cases import edges, every_small_history
from autograder.lessons.ch03_trim.repairs import new_by_id, repair
from autograder.lessons.common import in_time, left_alone
from autograder.lessons.contents import shown
from autograder.lessons.drawing import message_label, numbers
from autograder.lessons.lesson import Finding, Judge, Lesson
from autograder.lessons.shapes import a_dict_of, a_list_of_messages, an_int
from autograder.lessons.stumbles import CRASHES, stumbling
from autograder.lessons.trial import Trial

lesson = Lesson(
    "repair_pairs",
    "ch03_trim",
    minutes=30,
    difficulty=3,
    returns=(
        "a dict with exactly 'messages' (a list of messages), 'removed' and 'added' (whole numbers)",
        a_dict_of(messages=a_list_of_messages, removed=an_int, added=an_int),
    ),
    raises=(*CRASHES, "StopIteration", "ValueError"),
)

KEYS = ("role", "tool_call_id", "content")  # of an added result
TWICE = 2  # calls of a case in which an answer is repaired again


def stumbles_at(trial: Trial) -> str:
    """Name the rule that a crash belongs to: the last whose subject is in the history."""
    if trial.outcome.errors[0] is None:
        return "changes_nothing_twice"
    broken = Broken(trial.messages)
    stray = [i for i, each in enumerate(broken.messages) if is_tool_result(each) and i not in broken.batch_of]
    found = {
        "keeps_every_other_message": True,
        "leaves_no_orphan": stray or any(batch.foreign for batch in broken.batches),
        "answers_every_call": any(batch.missing for batch in broken.batches if batch is not broken.running),
        "takes_results_in_turn": any(
            broken.is_doubled(batch, id) for batch in broken.batches for id in broken.calls_of(batch)
        ),
        "pairs_by_position": broken.repeated,
        "waits_for_a_running_batch": broken.running,
    }
    return [name for name, here in found.items() if here][-1]


def judged(judge: Judge) -> Judge:
    """Let a rule look at the answer of the first call, unless the second call has changed it since."""

    @stumbling(stumbles_at)
    @wraps(judge)
    def at_first(trial: Trial) -> Finding | None:
        return None if len(trial.answers) == TWICE and trial.changed_arguments else judge(trial)

    return at_first


@lesson.rule(
    1,
    reason="a model goes by what it reads: a call that is gone is made again, a message that nobody sent is answered",
    look="Which message that is no result is gone, new, or in another place?",
    think="Only results go, come and move. A call without a result gets one; it is never taken out.",
    nearly="if the message is no tool message: append it as it is",
)
@judged
def keeps_every_other_message(trial: Trial) -> Finding | None:
    """Judge the messages that are no results."""
    seen = repair(trial)
    if seen.is_intact:
        return None
    lost = [i for i in seen.broken.plain if i not in seen.have]
    strange = [(i, each) for i, each in seen.new if each.get("role") != "tool"]
    if lost:
        verb = "is" if len(lost) == 1 else "are"
        return seen.finding(f"{numbers(lost)} kept: only results may go", f"{numbers(lost)} {verb} gone, or changed")
    if strange:
        place, message = strange[0]
        return seen.finding(
            "no new message but results", f"entry {place} of the answer is new: {message_label(message)}"
        )
    order = ", ".join(str(place) for place in seen.places if place in set(seen.broken.plain))
    return seen.finding("every message that is no result once, in the order they had", f"messages {order}")


@lesson.rule(
    5,
    reason="a result whose call is gone is refused with 400, in this request and in every later one "
    "(openclaw/openclaw#4739)",
    look="Which call does that result answer, and do only results stand between the two?",
    think="A batch is a call message and the results directly behind it. "
    "What stands elsewhere, or has the id of no call of its batch, is an orphan.",
    nearly="only the results between the call and the next message that is no result can answer its calls",
)
@judged
def leaves_no_orphan(trial: Trial) -> Finding | None:
    """Judge results that stay and answer no call."""
    return repair(trial).kept_wrongly("plain")


@lesson.rule(
    2,
    reason="a result that is lost is fetched again, and not every tool gives the same answer twice",
    look="Which call of its own batch does the missing result answer?",
    think="A history may be broken in one place and sound in all others. What pairs stays, word for word.",
    nearly="append the very message that was given",
)
@judged
def loses_no_result(trial: Trial) -> Finding | None:
    """Judge results that answer a call and are gone."""
    return repair(trial).lost("plain", "it answers a call of its batch")


@lesson.rule(
    3,
    reason="results in the order in which they came make a model that pairs them by place read the wrong file "
    "(vercel/ai#16567)",
    look="In which order stand the calls, and in which order their results?",
    think="Each call has its place in the batch, and its result takes the same, whether it was given or is new.",
    nearly="one loop over the calls of the batch appends the results; none over the results",
)
@judged
def puts_results_in_call_order(trial: Trial) -> Finding | None:
    """Judge the place of each result, where the right ones are there."""
    seen = repair(trial)
    return seen.moved("plain") or seen.moved("turn") or seen.in_another_order()


@lesson.rule(
    5,
    reason="the user stopped the agent in the middle of a step and went on, and every request after it was a 400 "
    "(tidyverse/ellmer#459)",
    look="Which call has no result directly behind it, and what stands there in your answer?",
    think="A call that got no result must get one, where a provider looks for it: in its own batch.",
    nearly="for each call of the batch: append its result, or a new one where there is none",
)
@judged
def answers_every_call(trial: Trial) -> Finding | None:
    """Judge which results are added."""
    return repair(trial).wrongly_added("plain")


@lesson.rule(
    3,
    reason="a turn that is replayed after a crash leaves results twice, and strict servers refuse the second "
    "(anthropics/claude-code#21317)",
    look="How many calls of that batch have the id, and how many results?",
    think="The first call with an id takes the first result with it, the second call the second. "
    "A result that is left over is an orphan; a call that is left over has no result.",
    nearly="for each id a queue of the batch's results, oldest first; each call takes the next one",
)
@judged
def takes_results_in_turn(trial: Trial) -> Finding | None:
    """Judge batches with an id that several calls or results have."""
    seen, turn = repair(trial), "the k-th call with an id takes the k-th result with it"
    return (
        seen.kept_wrongly("turn", f"{turn}, and this one is left over")
        or seen.lost("turn", turn)
        or seen.wrongly_added("turn")
    )


@lesson.rule(
    3,
    reason="some models name every turn's calls alike, so ids cannot find a batch (charmbracelet/crush#3121)",
    look="Which batch did your function take that result for: the one it stands in, or another one with that id?",
    think="An id says which call of a batch a result answers, never which batch. Begin anew at each batch.",
    nearly="look among the results of this batch only; no dict of ids for the whole history",
)
@judged
def pairs_by_position(trial: Trial) -> Finding | None:
    """Judge ids that several batches call."""
    seen, place = repair(trial), "a result answers a call of the batch it stands in, and ids repeat here"
    return (
        seen.kept_wrongly("position", place)
        or seen.lost("position", place)
        or seen.moved("position")
        or seen.wrongly_added("position")
    )


@lesson.rule(
    4,
    reason="calls that were still at work were taken for lost, and what they brought were orphans (7df-lab/devo#186)",
    look="Does anything but results follow that batch?",
    think="At the very end a call without a result may be waiting for it. Orphans behind it do not count: they go.",
    nearly="a batch whose results reach the end of the list gets no new ones",
)
@judged
def waits_for_a_running_batch(trial: Trial) -> Finding | None:
    """Judge the batch at the end that lacks results."""
    seen = repair(trial)
    running = seen.broken.running
    if running is None or not seen.is_intact:
        return None
    new = new_by_id(seen.segments[running.start])
    if not new:
        return None
    expected = f"nothing added behind message {running.start}: its batch is running, and results may still come"
    return seen.finding(expected, f"a new result for {', '.join(map(repr, new))}")


@lesson.rule(
    2,
    reason="empty content is a 400 with some providers (openclaw/openclaw#71623), an unknown key with others",
    look="Which keys has the result that you added, and what does the model read in it?",
    think="The three keys of a result, and no other: its role, the id of its call, and a text that says what happened.",
    nearly='{"role": "tool", "tool_call_id": call["id"], "content": "some words"}',
)
@judged
def says_there_was_no_result(trial: Trial) -> Finding | None:
    """Judge what the added results hold."""
    seen = repair(trial)
    if not seen.is_intact:
        return None
    for place, message in seen.new:
        if set(message) != set(KEYS):
            wanted, keys = (", ".join(map(repr, each)) for each in (KEYS, message))
            return seen.finding(f"in entry {place} of the answer exactly the keys {wanted}", f"the keys {keys}")
        if not text_of(message).strip():
            said = shown(message["content"])
            return seen.finding(f"in entry {place} of the answer a content that is not blank", f"the content {said}")
    return None


@lesson.rule(
    1,
    reason="a repair that reports nothing hides a loop that loses results every day "
    "(Martian-Engineering/lossless-claw#1177)",
    look="How many of the results that came in are not in your answer?",
    think="A result that moves to another place of its batch is still there. New ones do not make up for lost ones.",
    nearly="count where a result is left out, not where the list grows shorter",
)
@judged
def counts_what_it_removed(trial: Trial) -> Finding | None:
    """Judge the first count."""
    seen = repair(trial)
    gone, said = [i for i in range(len(trial.messages)) if i not in seen.have], seen.answer["removed"]
    if said == len(gone):
        return None
    why = "every given message is in the answer, in whichever place"
    if gone:
        why = f"{numbers(gone)} {'is' if len(gone) == 1 else 'are'} not in the answer"
    return seen.finding(f"removed is {len(gone)}: {why}", f"removed is {said}")


@lesson.rule(
    1,
    reason="a count that is right is the only sign that tools are stopped before they answer "
    "(Martian-Engineering/lossless-claw#1177)",
    look="How many messages of your answer were not given?",
    think="Count the results that you wrote, and no others.",
    nearly="added += 1, beside the line that makes the new message",
)
@judged
def counts_what_it_added(trial: Trial) -> Finding | None:
    """Judge the second count."""
    seen = repair(trial)
    new, said = [place for place, _ in seen.new], seen.answer["added"]
    if said == len(new):
        return None
    why = "every message of the answer was given"
    if new:
        entries = numbers(new).replace("messages", "entries").replace("message", "entry")
        why = f"{entries} of the answer {'was' if len(new) == 1 else 'were'} not given"
    return seen.finding(f"added is {len(new)}: {why}", f"added is {said}")


@lesson.rule(
    1,
    reason="a repair before every request that changes its own work makes the cache miss all that follows "
    "(vercel/ai#16567)",
    look="What does the second call find in the answer of the first that it does not leave as it is?",
    think="A repaired history is sound, and a result that was added is a result like any other.",
    nearly="never look at what a result says",
)
@judged
def changes_nothing_twice(trial: Trial) -> Finding | None:
    """Judge cases in which an answer is repaired again."""
    if len(trial.answers) < TWICE:
        return None
    first, again = trial.answers[0]["messages"], trial.answers[1]
    if same(first, again["messages"]) and again["removed"] == again["added"] == 0:
        return None
    what = "the same messages" if same(first, again["messages"]) else "other messages"
    got = f"{what}, with {again['removed']} removed and {again['added']} added"
    return Finding("from the second call the same messages again, with 0 removed and 0 added", got)


@lesson.rule(
    1,
    reason="a history changed in place is lost to the store and to a retry (code-yeongyu/senpi#1422)",
    look="Is the list that was given still the same afterwards, and is your answer another list?",
    think="insert, pop and sort change the caller's list. Build a new one, message by message.",
    nearly="begin with an empty list, and append",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


@lesson.rule(
    2,
    on=("speed",),
    reason="an agent repairs before every request; a search for each call freezes long sessions",
    look="How often does your function look at the same result?",
    think="Going over a batch once, with a queue for each id, is enough; so is going over the history once.",
    nearly="no loop over results inside the loop over calls, no insert, no starting again after each repair",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge large histories in which no result is missing, so that all right answers are equal."""
    return in_time(trial)


lesson.enumeration(every_small_history)
lesson.named(edges)
