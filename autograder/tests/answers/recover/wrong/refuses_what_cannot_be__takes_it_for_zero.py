"""Takes a negative number for 0."""

from autograder.lab import PromptTooLong


def recover(send, messages, summarize, keep=5, max_retries=1):
    keep, max_retries = max(keep, 0), max(max_retries, 0)
    sending, retries = list(messages), 0
    while True:
        try:
            reply = send(list(sending))
            break
        except PromptTooLong as error:
            refusal = error
            if retries >= max_retries:
                raise
        try:
            made = compact_history(sending, 0, summarize, keep)
        except Exception:
            made = {"compacted": False}
        if not made["compacted"]:
            raise refusal
        sending, retries, keep = made["messages"], retries + 1, keep // 2
    return {"reply": reply, "messages": sending, "retries": retries}
