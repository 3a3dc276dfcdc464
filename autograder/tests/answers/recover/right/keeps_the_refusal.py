"""Remembers the last refusal, and raises it in one place."""

from autograder.lab import PromptTooLong


def recover(send, messages, summarize, keep=5, max_retries=1):
    if keep < 0 or max_retries < 0:
        raise ValueError(f"keep is {keep} and max_retries is {max_retries}: neither may be negative.")
    attempt, refusal, retries = messages[:], None, 0
    while refusal is None or retries <= max_retries:
        try:
            reply = send(attempt[:])
            return dict(reply=reply, messages=attempt, retries=retries)
        except PromptTooLong as problem:
            refusal = problem
        retries += 1
        if retries > max_retries:
            break
        made = None
        try:
            made = compact_history(attempt, 0, summarize, keep_tail=keep)
        except Exception as problem:
            print("the summary failed:", problem)
        if made is None or not made["compacted"]:
            break
        attempt, keep = made["messages"], keep // 2
    raise refusal
