"""Puts the request directly behind the summary, or at the front where there is none."""

from autograder.lab import find_batches, is_running, text_of


def carry_request(before, after):
    def is_request(message):
        return message.get("role") == "user" and not text_of(message).startswith(("[Compacted]", "[Task state]"))

    requests = [message for message in before if is_request(message)]
    if not requests or [message for message in after if is_request(message)][-1:] == requests[-1:]:
        return list(after)
    summaries = [index for index, message in enumerate(after) if text_of(message).startswith("[Compacted]")]
    place = summaries[-1] + 1 if summaries else 0
    return [*after[:place], requests[-1], *after[place:]]
