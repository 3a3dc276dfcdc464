"""`carry_request` beside a second version, written from the words of the course alone and as slowly as they read."""

from random import Random

from autograder.lab import Message, assistant, check_pairing, system, tool, user
from autograder.lessons.oracle import right_function

carry_request = right_function("carry_request")
TRIED = 20_000


def spelled_out(before: list[Message], after: list[Message]) -> list[Message]:
    """Take each sentence of the course as a question, and try every place for the answer."""
    requests = [i for i in range(len(before)) if is_real_user_message(before[i])]
    if not requests:
        return after[:]
    request = before[requests[-1]]
    theirs = [message for message in after if is_real_user_message(message)]
    if theirs and theirs[-1] == request:
        return after[:]
    came_after_it = before[requests[-1] + 1 :]
    lengths = range(min(len(came_after_it), len(after)) + 1)
    tail = max(n for n in lengths if came_after_it[len(came_after_it) - n :] == after[len(after) - n :])
    place = len(after) - tail
    for start, end, lacks_results in batches(after):
        is_inside = any(place == index for index in range(start + 1, end))
        is_behind_a_running_one = lacks_results and end == len(after) and place == end
        if is_inside or is_behind_a_running_one:
            return [*after[:start], request, *after[start:]]
    return [*after[:place], request, *after[place:]]


def is_real_user_message(message: Message) -> bool:
    if message["role"] != "user":
        return False
    content = message.get("content")
    text = content if isinstance(content, str) else "".join(part.get("text", "") for part in content or [])
    return text[:11] != "[Compacted]" and text[:12] != "[Task state]"


def batches(messages: list[Message]) -> list[tuple[int, int, bool]]:
    found = []
    for start, message in enumerate(messages):
        if message.get("tool_calls"):
            end = start + 1
            while end < len(messages) and messages[end]["role"] == "tool":
                end += 1
            found.append((start, end, end - start - 1 < len(message["tool_calls"])))
    return found


def random_history(random: Random, *, running: bool) -> list[Message]:
    """Make a history of few different messages, so that equal ones are common."""
    history = [system("be brief")] * random.randint(0, 1)
    for _ in range(random.randint(0, 5)):
        kind = random.randint(0, 9)
        if kind < 3:
            history.append(user(random.choice(["one", "two", [{"type": "text", "text": "three"}], None])))
        elif kind < 5:
            history.append(assistant(random.choice(["yes", "no"])))
        elif kind < 6:
            history.append(user(random.choice(["[Compacted]\n\nall", "[Task state]\nGoal: all"])))
        else:
            ids = ["a", "b", "c"][: random.randint(1, 3)]
            history += [assistant(calls=ids), *(tool(random.choice(["1", "2"]), id) for id in ids)]
    if running and random.random() < 0.3:
        history += [assistant(calls=["a", "b"]), tool("1", "a")][: random.randint(1, 2)]
    return history


def remains(random: Random, before: list[Message]) -> list[Message]:
    """Make what a cut or a summary may leave of a history: a tail, with or without a front, messages changed."""
    starts = [i for i in range(len(before) + 1) if i == len(before) or before[i]["role"] != "tool"]
    kept = [dict(message) for message in before[random.choice(starts) :]]
    for message in kept:
        if message["role"] == "tool" and random.random() < 0.2:
            message["content"] = "cut"
        if message["role"] == "assistant" and random.random() < 0.1:
            message["content"] = "shrunk"
    front = random.choice([[], [], [user("[Compacted]\n\nthe rest")], random_history(random, running=False)])
    return front + kept


def test_carry_request_does_what_its_sentences_say() -> None:
    random = Random("carry")
    moved = 0
    for _ in range(TRIED):
        before = random_history(random, running=True)
        after = remains(random, before) if random.random() < 0.8 else random_history(random, running=True)
        answer = carry_request(before, after)
        assert answer == spelled_out(before, after), (before, after)
        assert answer is not after
        check_pairing(answer, running=True)
        moved += len(answer) > len(after)
    assert moved > TRIED // 5  # else the random histories would say little


def test_carrying_twice_is_carrying_once() -> None:
    random = Random("twice")
    for _ in range(TRIED // 10):
        before = random_history(random, running=True)
        once = carry_request(before, remains(random, before))
        assert carry_request(before, once) == once
