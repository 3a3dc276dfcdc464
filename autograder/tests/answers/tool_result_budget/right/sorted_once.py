"""Sorts the candidates once, and keeps the total up to date."""

from autograder.lab import find_batches, is_tool_result, text_of


def tool_result_budget(messages, store, limit=200_000, preview=2_000):
    if limit < 0:
        raise ValueError(f"limit is {limit} and must not be negative")
    if preview < 0:
        raise ValueError(f"preview is {preview} and must not be negative")
    answer = {"messages": list(messages), "persisted": []}
    places = _places(messages)
    total = sum(len(text_of(messages[i])) for i in places)
    known = set(_paths(messages))
    calls = {c["id"]: c for c in messages[places[0] - 1]["tool_calls"]} if places else {}

    def counts(i):
        message = messages[i]
        text = message.get("content")
        asked = calls[message["tool_call_id"]]["function"]["arguments"]
        return isinstance(text, str) and len(text) > preview and not _is_handle(text) and not any(p in asked for p in known)

    for i in sorted(filter(counts, places), key=lambda i: -len(messages[i]["content"])):
        if total <= limit:
            break
        text = messages[i]["content"]
        where = store(messages[i]["tool_call_id"], text)
        lines = [f'<persisted-output path="{where}" chars="{len(text)}">', text[:preview], "</persisted-output>"]
        answer["messages"][i] = dict(messages[i], content="\n".join(lines))
        answer["persisted"].append(messages[i]["tool_call_id"])
        total += len("\n".join(lines)) - len(text)
    return answer


def _places(messages):
    for batch in reversed(find_batches(messages)):
        if batch.end - batch.start > 1:
            return list(range(batch.start + 1, batch.end))
    return []


def _is_handle(text):
    return text.startswith("<persisted-output")


def _paths(messages):
    for message in messages:
        if is_tool_result(message) and _is_handle(text_of(message)):
            yield text_of(message).split('"')[1]
