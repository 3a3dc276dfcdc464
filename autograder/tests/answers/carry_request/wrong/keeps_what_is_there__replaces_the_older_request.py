"""Puts the request in the place of the older one that is still there."""

from autograder.lab import find_batches, is_running, text_of


def is_request(message):
    return message.get("role") == "user" and not text_of(message).startswith(("[Compacted]", "[Task state]"))


def carry_request(before, after):
    wanted = [message for message in before if is_request(message)]
    there = [index for index, message in enumerate(after) if is_request(message)]
    if not wanted or (there and after[there[-1]] == wanted[-1]):
        return list(after)
    if there:
        return [*after[: there[-1]], wanted[-1], *after[there[-1] + 1 :]]
    shared = 0
    while shared < min(len(before), len(after)) and before[-1 - shared] == after[-1 - shared]:
        shared += 1
    place = len(after) - shared
    for batch in find_batches(after):
        if batch.start < place < batch.end or (place == batch.end and is_running(batch, after)):
            place = batch.start
    return [*after[:place], wanted[-1], *after[place:]]
