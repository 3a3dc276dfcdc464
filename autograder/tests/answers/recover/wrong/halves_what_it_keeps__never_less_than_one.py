"""Keeps one message at least, however often it was refused."""

from autograder.lab import PromptTooLong


def recover(send, messages, summarize, keep=5, max_retries=1):
    if keep < 0 or max_retries < 0:
        raise ValueError(f"keep is {keep} and max_retries is {max_retries}: neither may be negative.")
    sending = list(messages)
    for retries in range(max_retries + 1):
        try:
            return {"reply": send(sending), "messages": sending, "retries": retries}
        except PromptTooLong as refusal:
            if retries == max_retries:
                raise
            try:
                result = compact_history(sending, 0, summarize, keep)
            except Exception:
                raise refusal from None
            if not result["compacted"]:
                raise
            sending, keep = result["messages"], max(1, keep // 2)
