"""Raises the first refusal, with the numbers of a request that is history."""

from autograder.lab import PromptTooLong


def recover(send, messages, summarize, keep=5, max_retries=1):
    if keep < 0 or max_retries < 0:
        raise ValueError(f"keep is {keep} and max_retries is {max_retries}: neither may be negative.")
    sending, retries = list(messages), 0
    while True:
        try:
            reply = send(list(sending))
            break
        except PromptTooLong as error:
            refusal = error if retries == 0 else refusal
            if retries >= max_retries:
                raise refusal
        try:
            made = compact_history(sending, 0, summarize, keep)
        except Exception:
            made = {"compacted": False}
        if not made["compacted"]:
            raise refusal
        sending, retries, keep = made["messages"], retries + 1, keep // 2
    return {"reply": reply, "messages": sending, "retries": retries}
