"""Counts the tries in a for loop."""

from autograder.lab import PromptTooLong


def recover(send, messages, summarize, keep=5, max_retries=1):
    if keep < 0 or max_retries < 0:
        raise ValueError(f"keep is {keep} and max_retries is {max_retries}: neither may be negative.")
    current = list(messages)
    for retries in range(max_retries + 1):
        try:
            reply = send(current)
        except PromptTooLong as refusal:
            if retries == max_retries:
                raise
            try:
                result = compact_history(current, threshold=0, summarize=summarize, keep_tail=keep)
            except Exception:
                result = {"compacted": False}
            if not result["compacted"]:
                raise refusal
            current = result["messages"]
            keep = keep // 2
        else:
            return {"reply": reply, "messages": current, "retries": retries}
