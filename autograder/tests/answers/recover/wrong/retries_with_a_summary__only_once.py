"""Sends once, and leaves the rest to the caller."""

from autograder.lab import PromptTooLong


def recover(send, messages, summarize, keep=5, max_retries=1):
    if keep < 0 or max_retries < 0:
        raise ValueError(f"keep is {keep} and max_retries is {max_retries}: neither may be negative.")
    return {"reply": send(list(messages)), "messages": list(messages), "retries": 0}
