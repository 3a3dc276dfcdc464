"""What a right `compact_history` does."""

from typing import Any

from autograder.execution.values import same
from autograder.lab.messages import Message, is_tool_result, text_of
from autograder.lessons.asking import let_out, times
from autograder.lessons.ch05_summarise.compactions import Compaction, spelled_out
from autograder.lessons.ch05_summarise.history_cases import edges, every_small_cut
from autograder.lessons.ch05_summarise.summaries import PREFIX, summary_message
from autograder.lessons.common import in_time, left_alone, refusal
from autograder.lessons.contents import shown
from autograder.lessons.drawing import numbers, positions
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.oracle import right_function
from autograder.lessons.shapes import a_bool, a_dict_of, a_list_of_messages, an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "compact_history",
    "ch05_summarise",
    minutes=45,
    difficulty=3,
    returns=(
        "a dict with exactly 'messages' (a list), 'dropped' (a whole number) and 'compacted' (True or False)",
        a_dict_of(messages=a_list_of_messages, dropped=an_int, compacted=a_bool),
    ),
)


def read(trial: Trial) -> Compaction:
    """Read a trial."""
    return Compaction(trial, trial.answer["messages"], trial.right_answer["messages"])


def estimate(messages: list[Message]) -> int:
    """Return what chapter 1 estimates."""
    estimated: int = right_function("estimate_messages")(messages)
    return estimated


def fits(trial: Trial) -> bool:
    """Say whether the history is at or under the threshold."""
    return estimate(trial.messages) <= int(trial.given["threshold"])


@lesson.rule(
    1,
    reason="a compaction that comes too early forgets for nothing: thirteen of them in five hours "
    "(NousResearch/hermes-agent#104806)",
    look="What is the estimate of this history, and what is the threshold?",
    think="The estimate of all messages, system and calls included, may be as large as the threshold.",
    nearly="if estimate_messages(messages) <= threshold: return everything, before anything is asked",
)
def leaves_a_small_history_alone(trial: Trial) -> Finding | None:
    """Judge histories at or under the threshold."""
    it = read(trial)
    if not fits(trial) or (it.is_unchanged and not trial.asked):
        return None
    got = f"summarize: {times(len(trial.asked))}" if trial.asked else "other messages"
    number, limit = estimate(trial.messages), trial.given["threshold"]
    return it.finding(f"the same messages, and no call: an estimate of {number} is not over threshold={limit}", got)


@lesson.rule(
    1,
    reason="with nothing to take out each round pays for a summary of nothing, or of a summary "
    "(OpenHands/OpenHands#8630)",
    look="Which messages would be replaced here?",
    think="Nothing between the system messages and the tail, or one summary alone: no call makes that smaller.",
    nearly="if the middle is empty, or is one message that is a summary: return everything",
)
def asks_nobody_for_nothing(trial: Trial) -> Finding | None:
    """Judge histories over the threshold in which nothing can be replaced."""
    it = read(trial)
    if (
        fits(trial)
        or it.asks
        or (trial.asked and hands_over_others(trial, it))
        or (it.is_unchanged and not trial.asked)
    ):
        return None
    got = f"summarize: {times(len(trial.asked))}" if trial.asked else "other messages"
    only = "only an earlier summary stands" if it.middle else "nothing stands"
    return it.finding(f"the same messages, and no call: {only} before the tail", got)


def hands_over_others(trial: Trial, it: Compaction) -> bool:
    """Say whether a call handed over other messages than those before the tail: the cut is wrong, not the call."""
    args = trial.asked[0].args
    return len(args) == 1 and isinstance(args[0], list) and not same(args[0], [it.messages[i] for i in it.middle])


@lesson.rule(
    2,
    reason="a loop that summarises until it fits paid 13.5 million tokens in 48 minutes (code-yeongyu/senpi#650)",
    look="How often was summarize called, and for which messages should it have been?",
    think="One summary of the whole middle, whatever the size afterwards. The threshold is no promise.",
    nearly="summary = summarize(middle), outside of any loop",
)
def asks_exactly_once(trial: Trial) -> Finding | None:
    """Judge how often the summariser was called where there is something to replace."""
    it = read(trial)
    if not it.asks or len(trial.asked) == 1:
        return None
    over = f"an estimate of {estimate(trial.messages)} is over threshold={trial.given['threshold']}"
    first = it.messages[it.middle.start]
    if len(it.middle) == 1 and text_of(first).startswith(PREFIX):
        over = f"it is of role {first.get('role')}, and so no summary"
    elif not trial.asked and it.unread is None and any(is_tool_result(it.messages[i]) for i in it.middle):
        over += ", and the last batch is read"
    return it.finding(f"one call of summarize, with {numbers(list(it.middle))}: {over}", times(len(trial.asked)))


@lesson.rule(
    3,
    reason="what the system prompt forbade was allowed after the summary (NousResearch/hermes-agent#84718)",
    look="Which messages lead the history, and where are they in your answer?",
    think="All system messages at the very start stay, in front of the summary. Those further on are ordinary.",
    nearly="count the leading system messages; the rest begins after them",
)
def keeps_the_leading_system_messages(trial: Trial) -> Finding | None:
    """Judge the front."""
    it = read(trial)
    if fits(trial) or same(it.answer[: it.lead], it.messages[: it.lead]):
        return None
    first = f"first {spelled_out(it.answer[0])}" if it.answer else "an empty list"
    return it.finding(f"{numbers(list(range(it.lead)))} first, as given", first)


@lesson.rule(
    4,
    reason="the newest messages say what is going on, the request among them (NousResearch/hermes-agent#10896)",
    look="How many of the newest messages must stay, and which of them are missing in your answer?",
    think="keep_tail counts from the end, system messages in front left out. And rest[-0:] is everything.",
    nearly="tail = rest[len(rest) - keep_tail:], before it grows",
)
def keeps_the_tail(trial: Trial) -> Finding | None:
    """Judge that the last `keep_tail` messages are there."""
    it = read(trial)
    lost = sorted(set(it.tail) - it.have)
    if fits(trial) or not lost:
        return None
    expected = f"{numbers(lost)} kept: keep_tail is {trial.given['keep_tail']}"
    return it.finding(expected, f"{numbers(lost)} not there, or changed")


@lesson.rule(
    5,
    reason="a result whose call was summarised away is a 400 (langchain-ai/langmem#126)",
    look="Where does your tail begin, and to which batch does that message belong?",
    think="The tail grows left until it begins with a whole batch, as in chapter 3.",
    nearly="start = find_safe_tail_start(rest, keep_tail)",
)
def splits_no_batch(trial: Trial) -> Finding | None:
    """Judge that batches stay whole."""
    it = read(trial)
    split = it.split()
    if fits(trial) or split is None:
        return None
    batch, kept = split
    whole = f"messages {batch.start} to {batch.end - 1}"
    return it.finding(f"{whole} on one side: they are one batch", f"of them only {numbers(kept)} kept")


@lesson.rule(
    5,
    reason="results that go before the model has seen them are read again, and go again "
    "(shareAI-lab/learn-claude-code#62)",
    look="Which results came after the model's last reply, and are they in your tail?",
    think="Nobody has read the last batch yet, or it is still running. It stays, however small keep_tail is.",
    nearly="find the last assistant message; if it has calls, the tail begins there or before",
)
def keeps_what_is_unread(trial: Trial) -> Finding | None:
    """Judge that an unread or running batch stays."""
    it = read(trial)
    lost = it.lost_unread()
    if fits(trial) or not lost:
        return None
    expected = f"{numbers(lost)} kept: the last batch is {it.how_unread}"
    return it.finding(expected, f"{numbers(lost)} not there, or changed")


@lesson.rule(
    6,
    reason="a second summary beside the first, a note, or a summary in another role is refused by strict backends "
    "(NousResearch/hermes-agent#1720)",
    look="What stands in your answer between the leading system messages and the tail?",
    think="Exactly one message: role user, content '[Compacted]', a blank line, and the summary as it came.",
    nearly='[*lead, {"role": "user", "content": "[Compacted]\\n\\n" + summary}, *tail]',
)
def replaces_the_middle_by_one_message(trial: Trial) -> Finding | None:
    """Judge what stands in place of the middle."""
    it = read(trial)
    if not it.compacts or same(it.answer, it.right):
        return None
    stayed = sorted(it.have - it.want)
    if stayed:
        return it.finding(
            f"{numbers(list(it.middle))} replaced by the summary: {weights(it)}", f"{numbers(stayed)} kept"
        )
    wanted = it.right[it.lead]
    new = [each for each, place in zip(it.answer, it.yours, strict=True) if place is None]
    if len(new) != 1:
        return it.finding(f"one new message, {shown(text_of(wanted))}", f"{len(new)} new messages")
    if not same(new[0], wanted):
        return it.finding(spelled_out(wanted), spelled_out(new[0]))
    order = ", ".join("summary" if place is None else str(place) for place in it.yours)
    return it.finding("the leading system messages, the summary, the tail", f"the order {order}")


@lesson.rule(
    4,
    reason="what the summariser never saw is lost, and nobody knows (blueberrycongee/wuu#142)",
    look="What exactly did summarize get, and which messages does the summary replace?",
    think="It gets the messages that go, all of them, as they are: an earlier summary too, no system prompt, no tail.",
    nearly="summarize(middle), where middle is the very slice that the summary replaces",
)
def hands_over_the_middle(trial: Trial) -> Finding | None:
    """Judge what the summariser was given."""
    it = read(trial)
    if fits(trial) or not trial.asked or (it.asks and same_call(trial)):
        return None
    asked = trial.asked[0]
    expected = f"summarize got {numbers(list(it.middle))} in a list, as given" if it.asks else "no call of summarize"
    if len(asked.args) != 1 or asked.kwargs:
        return it.finding(expected, f"{len(asked.args)} arguments and {len(asked.kwargs)} named ones")
    return it.finding(expected, handed_over(it, asked.args[0]))


def same_call(trial: Trial) -> bool:
    """Say whether the first call of the callback was that of a right version."""
    mine, right = trial.asked[0], trial.right_asked[0]
    return same([*mine.args], [*right.args]) and same(mine.kwargs, right.kwargs)


def handed_over(it: Compaction, argument: Any) -> str:
    """Say what a summariser was given."""
    if not isinstance(argument, list):
        return f"it got {shown(argument)}"
    if not all(isinstance(each, dict) for each in argument):
        return "it got a list of something else than messages"
    places = positions(it.messages, argument)
    if None in places:
        return f"entry {places.index(None)} of what it got is no message of the history"
    known = [place for place in places if place is not None]
    return f"it got {numbers(known)}" if known else "it got an empty list"


@lesson.rule(
    4,
    reason="a summariser that says nothing must not replace the history: that is how sessions were lost "
    "(openclaw/openclaw#114696)",
    look="What did summarize return, and what became of the messages?",
    think="Either a summary stands for the messages, or the messages stay. Blank text and None are no summary.",
    nearly="if summary is None or not summary.strip(): return everything",
)
def keeps_everything_without_a_summary(trial: Trial) -> Finding | None:
    """Judge summarisers that return nothing."""
    it = read(trial)
    if not it.asks or it.is_said or it.is_unchanged:
        return None
    return it.finding(f"the same messages: summarize returned {shown(it.summary)}", "other messages")


@lesson.rule(
    4,
    reason="a summary as long as what it replaces frees nothing, and is written again next round "
    "(NousResearch/hermes-agent#109682)",
    look="What does the summary message weigh, and what do the messages it would replace?",
    think="Compare the two estimates, the message with its prefix. Equal is no gain.",
    nearly="if estimate_messages([summary_message]) >= estimate_messages(middle): return everything",
)
def takes_only_what_shrinks(trial: Trial) -> Finding | None:
    """Judge summaries that gain nothing."""
    it = read(trial)
    if not it.asks or not it.is_said or it.compacts or it.is_unchanged:
        return None
    return it.finding(f"the same messages: {weights(it)}", "the summary was taken")


def weights(it: Compaction) -> str:
    """Say what the summary message and the middle are estimated at."""
    message, replaced = estimate([summary_message(it.summary)]), estimate([it.messages[i] for i in it.middle])
    return f"the summary message is estimated at {message}, what it replaces at {replaced}"


@lesson.rule(
    2,
    reason="a pipeline that trusts a wrong count reports room that is not there "
    "(Martian-Engineering/lossless-claw#1177)",
    look="How many messages did summarize get, and what does dropped say? Is compacted true only with a summary?",
    think="dropped is the number of messages handed over and replaced: not the difference of two lengths.",
    nearly="{'messages': ..., 'dropped': len(middle), 'compacted': True}, and 0 and False where nothing changed",
)
def counts_what_it_handed_over(trial: Trial) -> Finding | None:
    """Judge the two numbers beside the messages."""
    mine, right = (
        {key: answer[key] for key in ("dropped", "compacted")} for answer in (trial.answer, trial.right_answer)
    )
    if same(mine, right):
        return None
    mine_said, right_said = (
        " and ".join(f"{key} {each[key]}" for key in each if not same(mine[key], right[key])) for each in (mine, right)
    )
    return read(trial).finding(right_said, mine_said)


def is_negative(given: dict[str, Any]) -> bool:
    """Say whether an argument cannot be."""
    return bool(given["threshold"] < 0 or given["keep_tail"] < 0)


@lesson.rule(
    2,
    on=("refusal",),
    reason="a refused summary call was swallowed, and one line took its place (sudoprivacy/sudocode#546)",
    look="summarize raised. What came out of your function?",
    think="Whoever called you decides what to do about a summariser that fails. Do not catch it, do not ask again.",
    nearly="no try around summarize",
)
def lets_an_error_out(trial: Trial) -> Finding | None:
    """Judge summarisers that raise."""
    return None if is_negative(trial.given) else let_out(trial)


@lesson.rule(
    2,
    on=("refusal",),
    reason="a reserve larger than a small window made the threshold negative, and every round compacted "
    "(cline/cline#11894)",
    look="Which of the two numbers cannot be?",
    think="Check the arguments before anything else, also for an empty history.",
    nearly="for each of threshold and keep_tail: if it is below 0, raise ValueError with its name and value",
)
def refuses_a_negative_number(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    if not is_negative(trial.given):
        return None
    return refusal(trial, lambda given: [name for name in ("threshold", "keep_tail") if given[name] < 0])


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="where the summary fails the history is still needed, whole (code-yeongyu/senpi#1422)",
    look="Is the list that was given still the same afterwards, and is your answer another list?",
    think="Slices make new lists. Return a copy also where nothing changed.",
    nearly="list(messages) in every branch that changes nothing",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the history afterwards."""
    return left_alone(trial)


@lesson.rule(
    2,
    on=("speed",),
    reason="the check runs before every request; one that goes over the history once per message freezes long sessions",
    look="How often does your function go over all messages?",
    think="One estimate of the whole, of the middle, of the summary. The tail grows by looking at its neighbours.",
    nearly="no estimate and no copy of a list inside a loop over messages",
)
def stays_linear(trial: Trial) -> Finding | None:
    """Judge large histories."""
    return in_time(trial)


lesson.enumeration(every_small_cut)
lesson.named(edges)
