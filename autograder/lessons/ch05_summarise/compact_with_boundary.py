"""What a right `compact_with_boundary` does."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from autograder.execution.values import same
from autograder.lab.messages import Message, serialize
from autograder.lessons.asking import let_out, times
from autograder.lessons.ch05_summarise.boundary_cases import edges, every_small_cut
from autograder.lessons.ch05_summarise.compactions import Compaction, spelled_out
from autograder.lessons.ch05_summarise.summaries import BOUNDARY, BOUNDARY_MESSAGE, ENDING, summary_message
from autograder.lessons.common import left_alone, refusal
from autograder.lessons.contents import shown
from autograder.lessons.drawing import numbers, positions
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.oracle import right_function
from autograder.lessons.shapes import a_list_of_messages, kind_of_answer
from autograder.lessons.trial import Trial

lesson = Lesson(
    "compact_with_boundary",
    "ch05_summarise",
    minutes=40,
    difficulty=3,
    returns=("a list of messages", a_list_of_messages),
    needs=("summary_prompt", "compact_history"),
)

PLACEHOLDER = "[Earlier tool result compacted. Re-run if needed.]"


def restored(messages: list[Message], answer: list[Message]) -> list[Message]:
    """Return an answer with the contents that results at its end had before they were cleared."""
    found = list(answer)
    for place in range(1, min(len(messages), len(answer)) + 1):
        before, after = messages[-place], answer[-place]
        if before.get("role") != "tool" and not same(before, after):
            break
        if not same({**before, "content": None}, {**after, "content": None}):
            break
        found[-place] = before
    return found


def read(trial: Trial) -> Compaction:
    """Read a trial, whatever was cleared in the tail."""
    messages = trial.messages
    return Compaction(trial, restored(messages, trial.answer), restored(messages, trial.right_answer))


def prompt_for(messages: list[Message]) -> str:
    """Return what the model is to be asked about these messages."""
    prompt: str = right_function("summary_prompt")(messages)
    return prompt


def prompts(trial: Trial) -> list[Any]:
    """Return what the learner's function asked the model."""
    return [each.args[0] if each.args else None for each in trial.asked]


@lesson.rule(
    1,
    reason="fifty compactions in a row that gained nothing, each of them paid (riba2534/happyclaw#300)",
    look="Which messages stand before the tail here?",
    think="Nothing, or an earlier summary with or without its boundary: there is nothing new to ask about.",
    nearly="if the middle is empty, or [summary], or [summary, boundary]: return a copy of everything",
)
def asks_nobody_for_nothing(trial: Trial) -> Finding | None:
    """Judge histories in which nothing new can be replaced."""
    it = read(trial)
    if it.asks or (not trial.asked and same(trial.messages, trial.answer)):
        return None
    if trial.asked and prompts(trial)[0] != prompt_for([it.messages[i] for i in it.middle]):
        return None  # other messages than those before the tail: the cut is wrong, not the call
    got = f"call_model: {times(len(trial.asked))}" if trial.asked else "other messages"
    only = "only an earlier summary stands" if it.middle else "nothing stands"
    return cleared(trial, it.finding(f"the same messages, and no call: {only} before the tail", got))


@lesson.rule(
    2,
    reason="each call of the helper model is paid, with the whole middle as its prompt (code-yeongyu/senpi#650)",
    look="How often was call_model called, and which messages stand before the tail here?",
    think="One prompt for the whole middle, one answer.",
    nearly="summary = call_model(summary_prompt(middle)), outside of any loop",
)
def asks_exactly_once(trial: Trial) -> Finding | None:
    """Judge how often the model was called where there is something to replace."""
    it = read(trial)
    if not it.asks or len(trial.asked) == 1:
        return None
    return it.finding(f"one call of call_model, about {numbers(list(it.middle))}", times(len(trial.asked)))


@lesson.rule(
    5,
    reason="two functions that cut differently lose what one of them thought the other had kept "
    "(openclaw/openclaw#4739)",
    look="Which messages of the history stand in your answer, and which would compact_history keep?",
    think="System messages in front stay; the tail is whole, and holds the last batch while it is running or unread.",
    nearly="let compact_history find the cut, with a threshold of 0",
)
def cuts_like_compact_history(trial: Trial) -> Finding | None:
    """Judge which messages stay and which are replaced, cleared or not."""
    it = read(trial)
    front = 0 if same(it.answer[: it.lead], it.messages[: it.lead]) else it.lead
    tail = range(it.middle.stop, len(it.messages) - common_ending(it.messages, it.answer))
    lost = [*range(front), *tail]
    if lost:
        return it.finding(f"{numbers(lost)} kept", f"{numbers(lost)} not there, not in place, or changed")
    places = positions(it.messages, [each for each in between(it) if not same(each, BOUNDARY_MESSAGE)])
    stayed = [i for i in places if i is not None]
    if it.compacts and stayed:
        return it.finding(f"{numbers(list(it.middle))} replaced by the summary", f"{numbers(stayed)} kept")
    return None


def common_ending(one: list[Message], other: list[Message]) -> int:
    """Count the messages at the end that are the same in both."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    return next((n for n, pair in enumerate(pairs) if not same(*pair)), min(len(one), len(other)))


def between(it: Compaction) -> list[Message]:
    """Return what stands in the learner's answer between the leading system messages and the tail."""
    tail = len(it.messages) - it.middle.stop
    return it.answer[it.lead : max(it.lead, len(it.answer) - tail)]


@lesson.rule(
    4,
    reason="the textbook clears first: the summary then says that results were cleared, and the facts are gone",
    look="What do the results say in the prompt that your function sent?",
    think="Whoever summarises must still see what will be lost. Clear the tail after the answer has come.",
    nearly="summary_prompt(middle) of the messages as they came in; micro_compact on the tail only, at the end",
)
def summarises_before_it_clears(trial: Trial) -> Finding | None:
    """Judge that the prompt holds no placeholder in the place of a result."""
    it = read(trial)
    asked = [str(each) for each in prompts(trial)]
    if not asked or PLACEHOLDER not in asked[0] or PLACEHOLDER in serialize(it.messages):
        return None
    return it.finding("a prompt with every result as it was", f"{asked[0].count(PLACEHOLDER)} cleared in the prompt")


@lesson.rule(
    4,
    reason="a prompt of its own has none of the guards of the first lesson, and another form of answer",
    look="What exactly did call_model get?",
    think="It gets one text: what summary_prompt returns for the messages that will be replaced, and for no others.",
    nearly="call_model(summary_prompt(middle))",
)
def asks_with_summary_prompt(trial: Trial) -> Finding | None:
    """Judge the prompt."""
    it = read(trial)
    if not trial.asked:
        return None
    wanted = [it.messages[i] for i in it.middle]
    asked = trial.asked[0]
    if it.asks and same([*asked.args], [prompt_for(wanted)]) and not asked.kwargs:
        return None
    expected = f"summary_prompt of {numbers(list(it.middle))}, as given" if it.asks else "no call"
    if len(asked.args) != 1 or asked.kwargs:
        return it.finding(expected, f"{len(asked.args)} arguments and {len(asked.kwargs)} named ones")
    about = (f"that of messages {a} to {b - 1}" for a, b in pieces(it) if asked.args[0] == prompt_for(it.messages[a:b]))
    got = shown(asked.args[0]) if type(asked.args[0]) is str else kind_of_answer(asked.args[0])
    return it.finding(expected, next(about, got))


def pieces(it: Compaction) -> Iterator[tuple[int, int]]:
    """Yield the pieces of a history that a prompt may have been about."""
    count = len(it.messages)
    yield 0, count
    yield from ((it.lead, stop) for stop in range(it.lead + 1, count + 1))
    yield from ((0, stop) for stop in range(1, count))


@lesson.rule(
    3,
    reason="a summary in another role is taken for the model's own words, or refused (NousResearch/hermes-agent#1720)",
    look="Which message stands after the leading system messages in your answer?",
    think="The summary is a user message, '[Compacted]', a blank line, and the summary as it came.",
    nearly='{"role": "user", "content": "[Compacted]\\n\\n" + summary}',
)
def writes_the_summary(trial: Trial) -> Finding | None:
    """Judge the summary message, its ending left open."""
    it = read(trial)
    if not it.compacts:
        return None
    wanted = summary_message(it.summary)
    mine = next(iter(between(it)), {})
    content = mine.get("content")
    begins_right = isinstance(content, str) and content.startswith(wanted["content"])
    if begins_right and same({**mine, "content": ""}, {**wanted, "content": ""}):
        return None
    return it.finding(spelled_out(wanted), spelled_out(mine))


def merges(it: Compaction) -> bool:
    """Say whether the tail begins with an assistant message, so that the boundary cannot be one of its own."""
    tail = it.messages[it.middle.stop :]
    return bool(tail) and tail[0].get("role") == "assistant"


@lesson.rule(
    3,
    reason="without a boundary the model answers the summary instead of going on (NousResearch/hermes-agent#11475)",
    look="What stands between the summary and the tail?",
    think="The boundary closes the summary: an assistant message that says only '[CompactBoundary]'.",
    nearly='[*lead, summary, {"role": "assistant", "content": "[CompactBoundary]"}, *tail]',
)
def marks_the_boundary(trial: Trial) -> Finding | None:
    """Judge the boundary where the tail does not begin with an assistant message."""
    it = read(trial)
    if not it.compacts or merges(it):
        return None
    wanted = [summary_message(it.summary), BOUNDARY_MESSAGE]
    if same(between(it), wanted):
        return None
    return it.finding(f"the summary, then {spelled_out(BOUNDARY_MESSAGE)}", listed(between(it)))


def listed(messages: list[Message]) -> str:
    """Write a few new messages one after the other."""
    return "; then ".join(map(spelled_out, messages[:3])) or "nothing"


@lesson.rule(
    4,
    reason="two assistant messages in a row are refused by DeepSeek and others (NousResearch/hermes-agent#29148); "
    "the textbook's form has them in nine of ten histories",
    look="Which role has the first message of the tail, and which the message before it?",
    think="Where the tail begins with an assistant message, the boundary ends the text of the summary message.",
    nearly='if tail and tail[0]["role"] == "assistant": content += "\\n\\n[CompactBoundary]"',
)
def lets_no_two_assistants_meet(trial: Trial) -> Finding | None:
    """Judge the boundary where the tail begins with an assistant message."""
    it = read(trial)
    if not it.compacts or not merges(it):
        return None
    wanted = [summary_message(it.summary, ENDING)]
    if same(between(it), wanted):
        return None
    ends = f"one message that ends with a blank line and {BOUNDARY}: message {it.middle.stop} is of role assistant"
    return it.finding(ends, listed(between(it)))


@lesson.rule(
    4,
    reason="old results are most of what a tail weighs, and were read long ago",
    look="Which results of the tail are older than its newest three, and what do they say in your answer?",
    think="The tail goes in as micro_compact leaves it: unread results and handles stay, old ones do not.",
    nearly='micro_compact(tail)["messages"]',
)
def clears_old_results_of_the_tail(trial: Trial) -> Finding | None:
    """Judge the contents of the tail."""
    it = read(trial)
    if not it.compacts or same(trial.answer, trial.right_answer):
        return None
    count = len(it.messages) - it.middle.stop
    for place in range(min(count, len(trial.answer)), 0, -1):
        mine, right = trial.answer[-place], trial.right_answer[-place]
        if not same(mine, right):
            expected = f"message {len(it.messages) - place} with {shown(right['content'])}"
            return cleared(trial, it.finding(expected, f"with {shown(mine.get('content'))}"))
    return it.finding("the messages of a right answer", "others")


def cleared(trial: Trial, finding: Finding) -> Finding:
    """Return a finding whose rows say which results were cleared."""
    count = len(trial.messages)

    def word(index: int, answer: list[Message], before: str) -> str:
        place = count - index
        is_cleared = place <= len(answer) and answer[-place].get("content") == PLACEHOLDER
        return "cleared" if is_cleared and trial.messages[index].get("content") != PLACEHOLDER else before

    rows = [
        replace(
            row,
            yours=word(row.index or 0, trial.answer, row.yours),
            right=word(row.index or 0, trial.right_answer, row.right),
        )
        for row in finding.rows
    ]
    return replace(finding, rows=tuple(rows))


@lesson.rule(
    4,
    reason="a blank answer must not cost the history (openclaw/openclaw#114696)",
    look="What did call_model return, and what became of the messages, and of the results in the tail?",
    think="No summary, no change: the middle stays, and nothing is cleared.",
    nearly="if the summary is blank: return a copy of everything, before micro_compact",
)
def keeps_everything_without_a_summary(trial: Trial) -> Finding | None:
    """Judge blank summaries."""
    it = read(trial)
    if not it.asks or it.is_said or same(trial.messages, trial.answer):
        return None
    got = "results cleared" if it.is_unchanged else "other messages"
    return cleared(trial, it.finding(f"the same messages: call_model returned {shown(it.summary)}", got))


@lesson.rule(
    3,
    reason="a summary as long as what it replaces frees nothing (NousResearch/hermes-agent#109682)",
    look="How long is the summary, and how long are the messages it would replace?",
    think="Compare the estimates. Where nothing is gained nothing changes, and nothing is cleared.",
    nearly="if estimate_messages([summary_message]) >= estimate_messages(middle): return a copy of everything",
)
def takes_only_what_shrinks(trial: Trial) -> Finding | None:
    """Judge summaries that gain nothing."""
    it = read(trial)
    if not it.asks or not it.is_said or it.compacts or same(trial.messages, trial.answer):
        return None
    got = "results cleared" if it.is_unchanged else "the summary was taken"
    return cleared(trial, it.finding("the same messages: the summary is longer than what it would replace", got))


@lesson.rule(
    2,
    on=("refusal",),
    reason="a refused summary call was swallowed, and one line took its place (sudoprivacy/sudocode#546)",
    look="call_model raised. What came out of your function?",
    think="Whoever called you decides what to do about a model that fails. Do not catch it, do not ask again.",
    nearly="no try around call_model",
)
def lets_an_error_out(trial: Trial) -> Finding | None:
    """Judge models that raise."""
    return None if trial.given["keep_tail"] < 0 else let_out(trial)


@lesson.rule(
    2,
    on=("refusal",),
    reason="a tail of minus two is a mistake elsewhere, and a slice makes something of it (cline/cline#11894)",
    look="What does a negative keep_tail mean?",
    think="It means a mistake elsewhere. Say so before anything is asked, also for an empty history.",
    nearly="if keep_tail is below 0: raise ValueError with its name and value",
)
def refuses_a_negative_tail(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    return refusal(trial, lambda given: ["keep_tail"]) if trial.given["keep_tail"] < 0 else None


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="where the model fails the history is still needed, whole (code-yeongyu/senpi#1422)",
    look="Is the list that was given still the same afterwards, and is your answer another list?",
    think="Build a new list, and copy also where nothing changed.",
    nearly="list(messages) in every branch that changes nothing",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the history afterwards."""
    return left_alone(trial)


lesson.enumeration(every_small_cut)
lesson.named(edges)
