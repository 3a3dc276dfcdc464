"""Puts the request at the front, behind the system messages."""

from autograder.lab import text_of


def carry_request(before, after):
    def is_request(message):
        return message.get("role") == "user" and not text_of(message).startswith(("[Compacted]", "[Task state]"))

    requests = [message for message in before if is_request(message)]
    if not requests or [message for message in after if is_request(message)][-1:] == requests[-1:]:
        return list(after)
    place = 0
    while place < len(after) and after[place].get("role") == "system":
        place += 1
    return [*after[:place], requests[-1], *after[place:]]
