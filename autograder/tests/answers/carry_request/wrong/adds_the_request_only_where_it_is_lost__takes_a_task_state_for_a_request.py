"""Knows summaries, and takes a task state for a request."""

from autograder.lab import find_batches, is_running, text_of


def carry_request(before, after):
    def is_request(message):
        return message.get("role") == "user" and not text_of(message).startswith("[Compacted]")

    places = [index for index, message in enumerate(before) if is_request(message)]
    if not places:
        return list(after)
    request, followed = before[places[-1]], before[places[-1] + 1 :]
    if [message for message in after if is_request(message)][-1:] == [request]:
        return list(after)
    shared = 0
    while shared < min(len(followed), len(after)) and followed[-1 - shared] == after[-1 - shared]:
        shared += 1
    place = len(after) - shared
    for batch in find_batches(after):
        if batch.start < place < batch.end or (place == batch.end and is_running(batch, after)):
            place = batch.start
    return [*after[:place], request, *after[place:]]
