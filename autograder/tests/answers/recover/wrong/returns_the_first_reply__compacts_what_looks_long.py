"""Compacts before the first request what looks long."""

from autograder.lab import PromptTooLong
from given_ch07 import estimate_messages


def recover(send, messages, summarize, keep=5, max_retries=1):
    if keep < 0 or max_retries < 0:
        raise ValueError(f"keep is {keep} and max_retries is {max_retries}: neither may be negative.")
    sending = list(messages)
    if estimate_messages(sending) > 4000:
        try:
            sending = compact_history(sending, 0, summarize, keep)["messages"]
        except Exception:
            pass
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
            sending, keep = result["messages"], keep // 2
