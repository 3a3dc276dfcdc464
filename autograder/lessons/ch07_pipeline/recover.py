"""What a right `recover` does."""

from typing import Any

from autograder.execution.values import same
from autograder.lessons.ch07_pipeline.calls import ORDINALS, TOO_LONG, Calls, said
from autograder.lessons.ch07_pipeline.lists import listed
from autograder.lessons.ch07_pipeline.recover_cases import edges
from autograder.lessons.common import left_alone, refusal
from autograder.lessons.contents import shown
from autograder.lessons.drawing import message_label
from autograder.lessons.lesson import Finding, Lesson
from autograder.lessons.shapes import a_dict_of, a_list_of_messages, an_int
from autograder.lessons.trial import Trial

lesson = Lesson(
    "recover",
    "ch07_pipeline",
    minutes=40,
    difficulty=3,
    returns=(
        "a dict with exactly 'reply', 'messages' (a list) and 'retries' (a whole number)",
        a_dict_of(reply=lambda answer: None, messages=a_list_of_messages, retries=an_int),
    ),
    needs=("compact_history",),
    raises=(TOO_LONG,),
)


@lesson.rule(
    1,
    reason="a history that was compacted before anyone asked for it forgets facts for nothing "
    "(NousResearch/hermes-agent#104806)",
    look="How often was send called here, and with what?",
    think="Most requests fit. Send what was given, and hand the reply back.",
    nearly="return the reply of the first send that does not raise",
)
def returns_the_first_reply(trial: Trial) -> Finding | None:
    """Judge requests that are accepted at once."""
    calls = Calls(trial)
    if calls.ends_with != "reply" or calls.retries:
        return None
    if trial.outcome.error is not None:
        return Finding("the reply: the request was accepted", said(trial.outcome.error))
    if calls.counts_differ:
        return Finding(f"{calls.right_in_words}: it was accepted at once", calls.in_words)
    return calls.differ_at(0) or _reply(trial)


def _reply(trial: Trial) -> Finding | None:
    wanted, got = trial.right_answer["reply"], trial.answer["reply"]
    if same(got, wanted):
        return None
    return Finding(f"reply is what send returned, {_named(wanted)}", f"reply is {_named(got)}")


def _named(reply: Any) -> str:
    return message_label(reply) if a_list_of_messages([reply]) is None else shown(reply)


@lesson.rule(
    6,
    on=("answer", "refusal"),
    reason="every estimate is wrong one day; without a second try the session ends there (earendil-works/pi#8061)",
    look="What was sent after the refusal, and what should have been?",
    think="compact_history with a threshold of 0 always tries, and finds middle and tail by itself.",
    nearly="compact_history(messages, 0, summarize, keep), and send what it returns",
)
def retries_with_a_summary(trial: Trial) -> Finding | None:
    """Judge the first retry."""
    calls = Calls(trial)
    if calls.retries < 1 or calls.asks_twice:
        return None
    return calls.differ_at(0) or calls.differ_at(1)


@lesson.rule(
    3,
    on=("answer", "refusal"),
    reason="a retry that summarised one message fewer each time cost 48 minutes and 13.5 million tokens "
    "(code-yeongyu/senpi#650)",
    look="How often was summarize called, and with which messages?",
    think="One retry, one summary of exactly what it replaces.",
    nearly="hand summarize to compact_history, and call it nowhere else",
)
def summarizes_once_a_retry(trial: Trial) -> Finding | None:
    """Judge what is summarised where there is a retry."""
    calls = Calls(trial)
    if calls.retries < 1 or len(calls.sent) < len(calls.right_sent):
        return None
    wanted = calls.right_summarized[0]
    got = calls.summarized[0] if calls.summarized else []
    if not same(got, wanted):
        return Finding(f"summarize gets {listed(wanted)}", listed(got))
    if calls.ends_with == "reply" and len(calls.summarized) > len(calls.right_summarized):
        return Finding(calls.right_in_words, calls.in_words)
    return None


@lesson.rule(
    4,
    on=("answer", "refusal"),
    reason="a second summary of the same size wins nothing: four compactions of equal size, and 29 tries "
    "(NousResearch/hermes-agent#109682)",
    look="Which list did the second retry work on, and how many messages did it keep?",
    think="What was refused twice has a tail that is too long. Summarise the summary with half of the tail.",
    nearly="after a refusal: messages = the list just refused, keep = keep // 2",
)
def halves_what_it_keeps(trial: Trial) -> Finding | None:
    """Judge the further retries."""
    calls = Calls(trial)
    if calls.retries < 2 or len(calls.sent) < 2:
        return None
    for number in range(1, calls.retries):
        wanted = calls.right_summarized[number]
        got = calls.summarized[number] if number < len(calls.summarized) else None
        if not same(got, wanted):
            expected = f"{ORDINALS[number]} summary is of {listed(wanted)}"
            return Finding(expected, "there was none" if got is None else f"of {listed(got)}")
        finding = calls.differ_at(number + 1)
        if finding is not None:
            return finding
    return None


@lesson.rule(
    3,
    on=("refusal",),
    reason="without a limit one session failed 3,272 times in a row, each time at the price of a call",
    look="How many retries were allowed, and how many requests were sent?",
    think="The first request is no retry. After max_retries refused retries it is over, and nothing is summarised.",
    nearly="if retries == max_retries: let the refusal out, before compact_history is called",
)
def stops_after_its_retries(trial: Trial) -> Finding | None:
    """Judge where a right version may not send again."""
    calls = Calls(trial)
    if not calls.is_used_up or not calls.counts_differ:
        return None
    return Finding(f"{calls.right_in_words}: max_retries is {trial.given['max_retries']}", calls.in_words)


@lesson.rule(
    4,
    on=("refusal",),
    reason="the same request sent again is refused again, and paid for again (Martian-Engineering/lossless-claw#1177)",
    look="Was anything won here, and what was sent again?",
    think="What is not shorter will not fit. compact_history says in compacted whether anything was won, and its "
    "summariser may raise.",
    nearly="if it raises, or its answer has compacted False: let the refusal out",
)
def gives_up_without_a_gain(trial: Trial) -> Finding | None:
    """Judge where nothing gets shorter."""
    calls = Calls(trial)
    if not calls.is_in_vain or not calls.counts_differ:
        return None
    return Finding(f"{calls.right_in_words}, and then it gives up", calls.in_words)


@lesson.rule(
    3,
    on=("refusal",),
    reason="a pattern that took unrelated errors for an overflow compacted healthy sessions (cline/cline#12375)",
    look="Which error did send raise here, and what happened then?",
    think="A shorter prompt cures a prompt that is too long, and nothing else.",
    nearly="except PromptTooLong, and no other",
)
def lets_other_errors_out(trial: Trial) -> Finding | None:
    """Judge other errors of `send`."""
    calls, error, right = Calls(trial), trial.outcome.error, trial.right.error
    if calls.ends_with != "error" or right is None:
        return None
    if error is None or (error.kinds[0], error.text) != (right.kinds[0], right.text):
        return Finding(f"{right.kinds[0]}, as send raised it", said(error))
    return Finding(f"{calls.right_in_words}, and then the error", calls.in_words) if calls.counts_differ else None


@lesson.rule(
    3,
    on=("refusal",),
    reason="whoever calls can open a new session or warn the user, if they hear what happened",
    look="Which error came out, and with which numbers?",
    think="The caller waits for PromptTooLong. An error of the summariser says nothing about the prompt.",
    nearly="raise inside except PromptTooLong; raise the refusal, not the summariser's error",
)
def lets_the_refusal_out(trial: Trial) -> Finding | None:
    """Judge the error where a right version gives up."""
    error, right = trial.outcome.error, trial.right.error
    if right is None or right.kinds[0] != TOO_LONG:
        return None
    if error is not None and (error.kinds[0], error.text) == (right.kinds[0], right.text):
        return None
    return Finding(f"the last refusal: {said(right)}", said(error))


@lesson.rule(
    2,
    reason="a loop that goes on with the list that was refused is refused again in the next round "
    "(hydro-project/infinity#64)",
    look="Which list did the provider accept, and how often was it sent again?",
    think="The next round goes on from what was accepted. The reply is not part of it yet.",
    nearly="messages is the list of the successful send, retries counts the sends after the first",
)
def says_what_it_sent(trial: Trial) -> Finding | None:
    """Judge the other two entries of the answer, and the reply after a retry."""
    if trial.outcome.error is not None:
        return Finding("the reply, and what was sent", said(trial.outcome.error))
    for key in ("messages", "retries"):
        mine, right = trial.answer[key], trial.right_answer[key]
        if not same(mine, right):
            expected, got = (f"{key} is {listed(each) if key == 'messages' else each}" for each in (right, mine))
            return Finding(expected, got)
    return _reply(trial)


@lesson.rule(
    1,
    on=("refusal",),
    reason="a negative number of kept messages cuts from the other end",
    look="Which number cannot be, and was anything sent before it was looked at?",
    think="Check first; a request costs money.",
    nearly="if keep < 0 or max_retries < 0: raise ValueError with its name and value",
)
def refuses_what_cannot_be(trial: Trial) -> Finding | None:
    """Judge arguments that cannot be."""
    given = trial.given
    at_fault = [name for name in ("keep", "max_retries") if given[name] < 0]
    if not at_fault:
        return None
    if trial.asked:
        return Finding("an error before anything is sent", Calls(trial).in_words)
    return refusal(trial, lambda given: at_fault)


@lesson.rule(
    1,
    on=("answer", "refusal"),
    reason="a history changed in place is lost to the store and to a retry (code-yeongyu/senpi#1422)",
    look="Is the history that was given still the same afterwards, and is messages another list?",
    think="The caller keeps the full history; a retry works on a list of its own.",
    nearly="begin with list(messages)",
)
def leaves_its_input_alone(trial: Trial) -> Finding | None:
    """Judge the input afterwards."""
    return left_alone(trial)


lesson.named(edges)
