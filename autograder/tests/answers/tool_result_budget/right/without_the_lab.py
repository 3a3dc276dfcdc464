"""Finds the batch by walking back from the end."""


def tool_result_budget(messages, store, limit=200_000, preview=2_000):
    for name, value in {"limit": limit, "preview": preview}.items():
        if value < 0:
            raise ValueError(f"{name} is {value}: use {name} >= 0")
    end = len(messages)
    while end > 0 and messages[end - 1]["role"] != "tool":
        end -= 1
    start = end
    while start > 0 and messages[start - 1]["role"] == "tool":
        start -= 1
    texts = [_text(message) for message in messages[start:end]]
    paths = [t.split('path="')[1].split('"')[0] for t in map(_text, messages) if t.startswith("<persisted-output")]
    asked = {}
    for call in messages[start - 1]["tool_calls"] if end else []:
        asked[call["id"]] = call["function"]["arguments"]
    kept, persisted = [dict(message) for message in messages], []
    open_places = set()
    for k, message in enumerate(messages[start:end]):
        read_back = [path for path in paths if path in asked[message["tool_call_id"]]]
        if isinstance(message.get("content"), str) and not texts[k].startswith("<persisted-output") and not read_back:
            open_places.add(k)
    while sum(map(len, texts)) > limit:
        best = None
        for k in sorted(open_places):
            if len(texts[k]) > preview and (best is None or len(texts[k]) > len(texts[best])):
                best = k
        if best is None:
            break
        id = messages[start + best]["tool_call_id"]
        path = store(text=texts[best], tool_call_id=id)
        persisted.append(id)
        open_places.remove(best)
        front = f'<persisted-output path="{path}" chars="{len(texts[best])}">\n'
        texts[best] = front + texts[best][:preview] + "\n</persisted-output>"
        kept[start + best]["content"] = texts[best]
    return {"messages": kept, "persisted": persisted}


def _text(message):
    content = message.get("content") or ""
    if message["role"] != "tool":
        return ""
    return content if isinstance(content, str) else "".join(p["text"] for p in content if p["type"] == "text")
