"""Calls itself with half of keep and one retry fewer."""

from autograder.lab import PromptTooLong


def recover(send, messages, summarize, keep=5, max_retries=1):
    if keep < 0 or max_retries < 0:
        raise ValueError(f"keep is {keep} and max_retries is {max_retries}: neither may be negative.")
    try:
        return {"reply": send(list(messages)), "messages": list(messages), "retries": 0}
    except PromptTooLong as error:
        refusal = error
    if max_retries > 0:
        shorter = shortened(messages, summarize, keep)
        if shorter is not None:
            answer = recover(send, shorter, summarize, keep // 2, max_retries - 1)
            answer["retries"] += 1
            return answer
    raise refusal


def shortened(messages, summarize, keep):
    try:
        result = compact_history(messages, 0, summarize, keep)
    except Exception:
        return None
    return result["messages"] if result["compacted"] else None
