"""One small function for each question."""

from autograder.lab import find_batches, is_running, text_of

NOT_REQUESTS = ("[Compacted]", "[Task state]")


def is_request(message):
    return message.get("role") == "user" and not text_of(message).startswith(NOT_REQUESTS)


def requests(messages):
    return [message for message in messages if is_request(message)]


def common_tail(one, other):
    length = 0
    for mine, theirs in zip(reversed(one), reversed(other)):
        if mine != theirs:
            break
        length += 1
    return length


def out_of_batches(messages, place):
    for batch in find_batches(messages):
        last_place = batch.end if is_running(batch, messages) else batch.end - 1
        if batch.start < place <= last_place:
            return batch.start
    return place


def carry_request(before, after):
    wanted = requests(before)
    if not wanted or requests(after)[-1:] == wanted[-1:]:
        return list(after)
    place = out_of_batches(after, len(after) - common_tail(before, after))
    return [*after[:place], wanted[-1], *after[place:]]
