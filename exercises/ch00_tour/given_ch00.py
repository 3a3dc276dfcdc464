"""Right versions of the functions that this notebook runs: `estimate_messages`, `manage_context`.

You write them yourself in later chapters.
"""

from autograder.lab import (
    INJECTION,
    Summarizer,
    assistant,
    call,
    facts_in,
    reading_session,
    serialize,
    system,
    text_of,
    tool,
    user,
)
from autograder.lab import (
    assistant,
    call,
    call_ids,
    calls_of,
    count_tokens,
    find_batches,
    is_running,
    long_text,
    reading_session,
    request_error,
    sample_texts,
    serialize,
    text_of,
    tool,
    user,
)
from autograder.lab import CompressionStuckError, PromptTooLong, find_batches, is_running, text_of
from autograder.lab import Provider, Scripted, assistant, call, mean_error, sample_texts, serialize, system, tool, user
import math


def estimate_tokens(text):
    """Estimate the tokens of a text by the textbook's rule of thumb.

    Rules:
        1. counts_an_empty_text_as_nothing: the empty text is 0.
        2. weighs_other_characters_a_quarter: a character that is no ideograph weighs 0.25: letter, digit, blank, mark.
        3. weighs_an_ideograph_one_and_a_half: an ideograph weighs 1.5.
        4. rounds_up_once: the weights are added as they are; one `ceil` at the very end.
        5. knows_both_blocks_and_no_other: ideographs are U+3400 to U+4DBF and U+4E00 to U+9FFF, ends included;
            kana, hangul, full-width marks and all other ideographs weigh 0.25.
        6. counts_code_points: a character is a code point; lone surrogates (halves of a broken emoji) count like any.

    Args:
        text: any text, also an empty one.

    Returns:
        A whole number of tokens, 0 or more.

    Examples:
        >>> estimate_tokens("你好，请帮我查一下北京的天气。")
        20
        >>> estimate_tokens("Hello, could you check the weather?")
        9
        >>> estimate_tokens("你好 hello 混合文本 12345")
        13
    """
    ideographs = sum("\u3400" <= character <= "\u4dbf" or "\u4e00" <= character <= "\u9fff" for character in text)
    return math.ceil(1.5 * ideographs + 0.25 * (len(text) - ideographs))


def estimate_messages(messages):
    """Estimate the tokens of a history.

    Rules:
        1. counts_no_messages_as_nothing: an empty history is 0.
        2. counts_roles_and_text: the estimate is that of the text which `serialize` writes.
        3. rounds_up_once: all messages are one text; nothing is rounded message by message.
        4. counts_calls: each call counts with its tool's name and its arguments.
        5. reads_every_form_of_content: `None` and a missing key are empty, a missing role too; text parts are joined
            with nothing.
        6. adds_a_flat_cost_for_each_other_part: a part of a list that is not text (an image, a file) costs 85.
        7. leaves_ids_out: ids of calls and results are not counted.
        8. leaves_its_input_alone: the messages that were given are not changed.

    Args:
        messages: a history, oldest first; content is text, `None` or a list of parts; any key may be missing.

    Returns:
        A whole number of tokens, 0 or more.

    Examples:
        >>> from autograder.lab import assistant, call, user
        >>> estimate_messages([user("hi"), assistant("hello")])
        6
        >>> estimate_messages([assistant(calls=[call("a", "write_file", {"path": "a.md", "text": "x" * 400})])])
        113
        >>> estimate_messages([user([{"type": "image_url", "image_url": {"url": "https://x.y/z.png"}}])])
        87
    """
    contents = [message.get("content") for message in messages]
    lists = [content for content in contents if isinstance(content, list)]
    others = sum(part.get("type") != "text" for parts in lists for part in parts)
    return estimate_tokens(serialize(messages)) + 85 * others


def find_safe_tail_start(messages, desired):
    """Find the largest start at which at least `desired` messages remain and no batch is split.

    Rules:
        1. keeps_no_more_than_it_must: the start is the largest that keeps the other rules.
        2. keeps_what_is_desired: at least `desired` messages remain; where there are fewer, all of them.
        3. never_starts_inside_a_batch: the start is never after a batch's call and before the batch's end.
        4. pairs_by_position: a result belongs to the batch it stands in; ids may repeat.
        5. refuses_a_negative_count: a negative `desired` is a `ValueError` that names it and its value.
        6. leaves_its_input_alone: the list that was given is not changed.
        7. stays_linear: the time grows with the number of messages, not with its square.

    Args:
        messages: a well-formed history, oldest first; a running batch may stand at its end.
        desired: how many messages the tail should hold, 0 or more.

    Returns:
        An index: 0 where everything stays, `len(messages)` where nothing is desired.

    Raises:
        ValueError: `desired` is negative.

    Examples:
        >>> from autograder.lab import assistant, tool, user
        >>> batch = [assistant(calls=["a", "b"]), tool("1", "a"), tool("2", "b")]
        >>> find_safe_tail_start([user("?"), *batch, user("and?")], desired=2)
        1
        >>> find_safe_tail_start([user("?"), *batch, user("and?")], desired=1)
        4
    """
    if desired < 0:
        raise ValueError(f"desired is {desired}: a tail cannot hold fewer than 0 messages. Use desired >= 0.")
    if desired == 0:
        return len(messages)
    start = max(0, len(messages) - desired)
    while start > 0 and messages[start].get("role") == "tool":
        start -= 1
    return start


def micro_compact(
    messages, keep_recent=3, tools=None, placeholder="[Earlier tool result compacted. Re-run if needed.]"
):
    """Clear old results, and leave what must not be lost.

    Rules:
        1. changes_only_results: messages stay, in order, with everything but the content of results as it was.
        2. clears_old_results: of all results but the newest `keep_recent`, the content becomes `placeholder`.
        3. counts_every_result: the newest are counted among all results, before any exception is looked at.
        4. clears_only_named_tools: where `tools` is a set of names, results of other tools stay; the name comes from
            the call in the result's own batch; an empty set clears nothing.
        5. keeps_the_newest: the newest `keep_recent` results stay, also where there are fewer.
        6. leaves_unread_results: a result after the last assistant message stays; the model has not read it.
        7. leaves_handles: text that starts with `<persisted-output` stays.
        8. clears_nothing_twice: text that is not longer than `placeholder` stays.
        9. leaves_what_is_not_text: a content of `None`, or a list of parts, stays.
        10. counts_what_it_cleared: `cleared` is how many contents were replaced.
        11. refuses_a_negative_count: a negative `keep_recent` is a `ValueError` that names it and its value,
            also for an empty history.
        12. leaves_its_input_alone: the list that was given and its messages do not change, and the answer holds
            a new list.
        13. stays_linear: the time grows with the number of messages, not with its square.

    Args:
        messages: a well-formed history, oldest first; a running batch may stand at its end.
        keep_recent: how many of the newest results stay, 0 or more.
        tools: names of tools whose results may be cleared; `None` for all tools.
        placeholder: what a cleared result says; may be empty.

    Returns:
        A new dict: `messages`, a new list (messages that did not change may be shared), and `cleared`.

    Raises:
        ValueError: `keep_recent` is negative.

    Examples:
        >>> from autograder.lab import assistant, tool
        >>> history = [assistant(calls=["a"]), tool("a long listing", "a"), assistant("It lists three files.")]
        >>> micro_compact(history, keep_recent=0, placeholder="[cleared]")["messages"][1]
        {'role': 'tool', 'tool_call_id': 'a', 'content': '[cleared]'}
        >>> micro_compact(history[:2], keep_recent=0, placeholder="[cleared]")["cleared"]  # not read yet
        0
    """
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent}: a number of results cannot be negative. Use keep_recent >= 0.")
    results = [index for index, message in enumerate(messages) if message["role"] == "tool"]
    old = set(results[: max(0, len(results) - keep_recent)])
    last_assistant = max((i for i, message in enumerate(messages) if message["role"] == "assistant"), default=-1)

    def may_go(message):
        content = message.get("content")
        if not isinstance(content, str) or len(content) <= len(placeholder) or content.startswith("<persisted-output"):
            return False
        return tools is None or names[message["tool_call_id"]] in tools

    kept, names, cleared = [], {}, 0
    for index, message in enumerate(messages):
        if message.get("tool_calls"):
            names = {call["id"]: call["function"]["name"] for call in message["tool_calls"]}
        if index in old and index < last_assistant and may_go(message):
            message = {**message, "content": placeholder}
            cleared += 1
        kept.append(message)
    return {"messages": kept, "cleared": cleared}


def compact_history(messages, threshold, summarize, keep_tail=8):
    r"""Replace the middle of a history that is too large by one summary, or change nothing.

    Rules:
        1. leaves_a_small_history_alone: at or under `threshold`, by `estimate_messages` of all messages, nothing
            changes and nobody is asked.
        2. asks_nobody_for_nothing: no middle, or one that is a single earlier summary (a user message whose text
            starts with `[Compacted]`): the same.
        3. asks_exactly_once: otherwise `summarize` is called once, whatever the size afterwards.
        4. keeps_the_leading_system_messages: all system messages at the very start stay, as they are.
        5. keeps_the_tail: of the rest, the last `keep_tail` messages stay.
        6. splits_no_batch: the tail grows left to the start of the batch it would begin in.
        7. keeps_what_is_unread: the tail always holds the last batch while it is running, or no assistant message
            has come after its results.
        8. replaces_the_middle_by_one_message: what is between becomes ONE message of role user with the content
            `[Compacted]`, a blank line, and the summary as it came.
        9. hands_over_the_middle: `summarize` gets exactly those messages, as they are, in a list of its own.
        10. keeps_everything_without_a_summary: after `None` or blank text nothing changes.
        11. takes_only_what_shrinks: a summary message that is not estimated below the middle changes nothing.
        12. counts_what_it_handed_over: `dropped` is how many messages were replaced, and `compacted` whether any were.
        13. lets_an_error_out: what `summarize` raises goes out, and it is not asked again.
        14. refuses_a_negative_number: a negative `threshold` or `keep_tail` is a `ValueError` that names it and its
            value, also for an empty history.
        15. leaves_its_input_alone: the list that was given is not changed, and the answer holds a new list.
        16. stays_linear: the time grows with the number of messages, not with its square.

    Args:
        messages: a well-formed history, oldest first; a running batch may stand at its end. Content may be text,
            `None`, missing, or parts.
        threshold: tokens, 0 or more; it may be one that can never be met.
        summarize: takes a list of messages and returns a text or `None`.
        keep_tail: how many of the newest messages stay at least, 0 or more.

    Returns:
        A new dict: `messages`, a new list (the dicts may be shared), `dropped` and `compacted`.

    Raises:
        ValueError: a number is negative.

    Examples:
        >>> from autograder.lab import assistant, system, user
        >>> talk = [system("be brief"), user("Fix the login, please."), assistant("I have fixed it."), user("And?")]
        >>> compacted = compact_history(talk, 10, lambda middle: "Login fixed.", keep_tail=1)
        >>> compacted["messages"][1], compacted["dropped"]
        ({'role': 'user', 'content': '[Compacted]\n\nLogin fixed.'}, 2)
        >>> compact_history(talk, 10, lambda middle: None, keep_tail=1)["compacted"]
        False
    """
    for name, number in (("threshold", threshold), ("keep_tail", keep_tail)):
        if number < 0:
            raise ValueError(f"{name} is {number}: it cannot be negative. Use {name} >= 0.")
    unchanged = {"messages": list(messages), "dropped": 0, "compacted": False}
    if estimate_messages(messages) <= threshold:
        return unchanged

    lead = 0
    while lead < len(messages) and messages[lead].get("role") == "system":
        lead += 1
    rest = messages[lead:]
    start = find_safe_tail_start(rest, keep_tail)
    last_reply = max((i for i, message in enumerate(rest) if message.get("role") == "assistant"), default=-1)
    if last_reply >= 0 and rest[last_reply].get("tool_calls"):
        start = min(start, last_reply)  # the last batch is running, or nobody has read its results
    middle, tail = rest[:start], rest[start:]

    def is_summary(message):
        return message.get("role") == "user" and text_of(message).startswith("[Compacted]")

    if not middle or (len(middle) == 1 and is_summary(middle[0])):
        return unchanged
    summary = summarize(middle)
    if summary is None or not summary.strip():
        return unchanged
    message = {"role": "user", "content": f"[Compacted]\n\n{summary}"}
    if estimate_messages([message]) >= estimate_messages(middle):
        return unchanged
    return {"messages": [*messages[:lead], message, *tail], "dropped": len(middle), "compacted": True}


def input_budget(window, max_output, buffer):
    """Work out how many tokens of the window the history may use.

    Rules:
        1. leaves_room_for_the_reply: `max_output` comes off the window.
        2. leaves_the_buffer_free: `buffer` comes off too.
        3. refuses_a_negative_size: a negative argument is a `ValueError` that names it and its value.
        4. refuses_a_budget_of_nothing: a budget of 0 or less is a `ValueError` that names an argument and its value.

    Args:
        window: the most tokens of prompt and reply together.
        max_output: tokens kept for the reply, 0 or more.
        buffer: tokens kept for what the estimate does not see, 0 or more.

    Returns:
        A whole number of tokens, 1 or more.

    Raises:
        ValueError: a number is negative, or nothing is left.

    Examples:
        >>> input_budget(8192, 1024, 512)
        6656
        >>> input_budget(4096, 4096, 0)
        Traceback (most recent call last):
        ValueError: window is 4096, and max_output 4096 with buffer 0 leaves nothing of it. Use a larger window.
    """
    for name, size in (("window", window), ("max_output", max_output), ("buffer", buffer)):
        if size < 0:
            raise ValueError(f"{name} is {size}: a number of tokens cannot be negative. Use {name} >= 0.")
    budget = window - max_output - buffer
    if budget <= 0:
        raise ValueError(
            f"window is {window}, and max_output {max_output} with buffer {buffer} leaves nothing of it. "
            "Use a larger window."
        )
    return budget


def trim_history(messages, max_messages=10, head=2):
    """Forget the middle of a history, and never split a batch.

    Rules:
        1. changes_no_message: what stays is as it was, in the same order, and nothing is added.
        2. keeps_a_short_history: with at most `max_messages`, everything stays and `dropped` is 0.
        3. keeps_head_and_tail: the first `head` messages stay, and the last `max_messages - head`.
        4. drops_the_middle: of a longer one, nothing stays but the grown head and the grown tail.
        5. leaves_no_orphan: a result stays only with its call: the tail grows left to the start of its batch.
        6. loses_no_result: a call stays only with all its results: the head grows right to the end of its batch.
        7. repeats_no_message: the tail never grows past the end of the head.
        8. pairs_by_position: a result belongs to the batch it stands in; ids may repeat.
        9. counts_what_it_dropped: `dropped` is how many messages went.
        10. refuses_a_limit_below_the_head: `max_messages < head`, or a negative one of them, is a `ValueError`
            that names the argument and its value, also for an empty history.
        11. leaves_its_input_alone: the list that was given is not changed, and the answer holds a new list.
        12. stays_linear: the time grows with the number of messages, not with its square.

    Args:
        messages: a well-formed history, oldest first; a running batch may stand at its end.
        max_messages: how many messages may stay, `head` or more. Pairing outranks it.
        head: how many of the first messages to keep, 0 or more.

    Returns:
        A new dict: `messages`, a new list of the messages that stay (the dicts may be shared), and `dropped`.

    Raises:
        ValueError: a number is negative, or `max_messages` is below `head`.

    Examples:
        >>> from autograder.lab import assistant, tool, user
        >>> trim_history([user("1"), assistant("2"), user("3"), assistant("4")], max_messages=2, head=1)
        {'messages': [{'role': 'user', 'content': '1'}, {'role': 'assistant', 'content': '4'}], 'dropped': 2}
        >>> batch = [assistant(calls=["a", "b"]), tool("1", "a"), tool("2", "b")]
        >>> trim_history([user("?"), user("!"), *batch], max_messages=2, head=1)["dropped"]
        1
    """
    for name, count in (("max_messages", max_messages), ("head", head)):
        if count < 0:
            raise ValueError(f"{name} is {count}: a number of messages cannot be negative. Use {name} >= 0.")
    if max_messages < head:
        raise ValueError(
            f"max_messages is {max_messages} but head is {head}: the window must have room for the head. "
            f"Use max_messages >= {head}."
        )
    if len(messages) <= max_messages:
        return {"messages": list(messages), "dropped": 0}

    def inside_a_batch(index):  # of a well-formed history: a result is always in one
        return 0 < index < len(messages) and messages[index].get("role") == "tool"

    head_end = head
    while inside_a_batch(head_end):
        head_end += 1
    tail_start = len(messages) - (max_messages - head)
    while inside_a_batch(tail_start):
        tail_start -= 1
    kept = messages[:head_end] + messages[max(tail_start, head_end) :]
    return {"messages": kept, "dropped": len(messages) - len(kept)}


def truncate(text, max_length, marker="…"):
    """Cut a text to a limit, and say at its end that it was cut.

    Rules:
        1. leaves_what_fits: a text of at most `max_length` characters stays as it is.
        2. is_empty_without_room: where `max_length` is 0 or less, the answer is the empty text.
        3. ends_with_the_marker: a text that was cut ends with `marker`.
        4. keeps_the_front: before the marker stands the front of the text, all of it that fits.
        5. never_exceeds_the_limit: text and marker together are no longer than `max_length`.
        6. cuts_a_long_marker: a marker that is not shorter than `max_length` is itself cut to it, and stands alone.
        7. works_without_a_marker: an empty marker takes no room.
        8. counts_code_points: lengths are code points, as `len` counts them; no bytes, no width on a screen.
        9. stays_linear: the time grows with the length of the text, not with its square.

    Args:
        text: any text, also an empty one.
        max_length: how many characters the answer may have; 0 and less leave no room.
        marker: what says that something went; may be empty, and of any length.

    Returns:
        A text of at most `max_length` characters.

    Examples:
        >>> truncate("a long listing", 8)
        'a long …'
        >>> truncate("a long listing", 8, "[cut]")
        'a l[cut]'
        >>> page = "x" * 5_000
        >>> len(page) / 4, len(truncate(page, 800)) / 4  # tokens, at a quarter a character
        (1250.0, 200.0)
    """
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    return text[: max_length - len(marker)] + marker


def truncate_tool_results(messages, max_length, marker="…"):
    """Cut every result of a history that is too long.

    Rules:
        1. keeps_every_message: all messages stay, in order, with every key beside `content` as it was.
        2. cuts_long_results: the text of a result is truncated, by the rules of `truncate` and with `marker`.
        3. cuts_each_text_part: in a list of parts each text part is truncated; other parts stay.
        4. leaves_handles: a result whose text (of a list, its text parts joined) starts with `<persisted-output` stays
            as it is.
        5. touches_nothing_else: messages that are no results stay as they are, and so does a content that is
            `None` or missing.
        6. refuses_a_negative_limit: a negative `max_length` is a `ValueError` that names it and its value,
            also for an empty history.
        7. leaves_its_input_alone: the list that was given, its messages and their parts do not change, and the answer
            is a new list.
        8. stays_linear: the time grows with the number of messages, not with its square.

    Args:
        messages: a well-formed history, oldest first; content is text, `None`, missing, or a list of parts.
        max_length: how many characters a text may have, 0 or more.
        marker: what says that something went.

    Returns:
        A new list; messages that did not change may be shared.

    Raises:
        ValueError: `max_length` is negative.

    Examples:
        >>> from autograder.lab import assistant, tool, user
        >>> batch = [assistant(calls=["a", "b"]), tool("a long listing", "a"), tool("short", "b")]
        >>> [message["content"] for message in truncate_tool_results(batch, 8)]
        [None, 'a long …', 'short']
        >>> truncate_tool_results([user("a long question")], 8)
        [{'role': 'user', 'content': 'a long question'}]
    """
    if max_length < 0:
        raise ValueError(
            f"max_length is {max_length}: a text cannot have fewer than 0 characters. Use max_length >= 0."
        )

    def shortened_part(part):
        return {**part, "text": truncate(part["text"], max_length, marker)} if part["type"] == "text" else part

    def shortened(message):
        content = message.get("content")
        if message["role"] != "tool" or content is None or text_of(message).startswith("<persisted-output"):
            return message
        if isinstance(content, str):
            return {**message, "content": truncate(content, max_length, marker)}
        return {**message, "content": [shortened_part(part) for part in content]}

    return [shortened(message) for message in messages]


def carry_request(before, after):
    r"""Put the user's request back where a cut or a summary has lost it.

    Rules:
        1. keeps_what_is_there: every message of `after` stays, verbatim and in order.
        2. adds_the_request_only_where_it_is_lost: one message is added where the newest real user message of `after`
            is not the active request of `before`; nothing where it is, or where `before` has none.
        3. carries_the_active_request: that message is the newest user message of `before`, verbatim, that is
            neither a summary nor a task state.
        4. puts_it_before_the_common_tail: it stands directly before the longest tail that `after` shares with what
            followed the request in `before`; at the end where they share none.
        5. splits_no_batch: where that is inside a batch, or behind a running one, it stands directly before the batch.
        6. leaves_its_input_alone: neither list is changed, and the answer is a new list.
        7. stays_linear: the time grows with the number of messages, not with its square.

    Args:
        before: a well-formed history, oldest first. Content may be text, `None`, missing, or parts.
        after: what a cut or a summary has made of it; well-formed too.

    Returns:
        A new list; the dicts may be shared.

    Examples:
        >>> from autograder.lab import assistant, tool, user
        >>> request, batch = user("Fix the login."), [assistant(calls=["a"]), tool("login.py: ...", "a")]
        >>> carry_request([request, *batch], batch) == [request, *batch]
        True
        >>> summary = user("[Compacted]\n\nLooked at login.py.")
        >>> [message["content"] for message in carry_request([request, *batch], [summary])]
        ['[Compacted]\n\nLooked at login.py.', 'Fix the login.']
    """
    def is_request(message):
        return message.get("role") == "user" and not text_of(message).startswith(("[Compacted]", "[Task state]"))

    places = [index for index, message in enumerate(before) if is_request(message)]
    if not places:
        return list(after)
    request, followed = before[places[-1]], before[places[-1] + 1 :]
    newest = next((message for message in reversed(after) if is_request(message)), None)
    if newest == request:
        return list(after)

    shared = 0
    while shared < min(len(followed), len(after)) and followed[-1 - shared] == after[-1 - shared]:
        shared += 1
    place = len(after) - shared
    for batch in find_batches(after):
        inside = batch.start < place < batch.end
        behind_a_running_one = place == batch.end and is_running(batch, after)
        if inside or behind_a_running_one:
            place = batch.start
            break
    return [*after[:place], request, *after[place:]]


def manage_context(messages, summarize, max_chars=800, max_messages=12, head=2, threshold=6000, keep_tail=8):
    r"""Make the history that is sent from the history that is kept: free steps first, the paid one last.

    Rules:
        1. cuts_long_results: first `truncate_tool_results` cuts every result to `max_chars`.
        2. trims_to_the_window: then `trim_history` keeps the window of `max_messages` and `head`.
        3. pays_only_when_it_must: `summarize` is called only where what is left is over `threshold`.
        4. summarizes_what_is_left: there `compact_history` compacts what the free steps have left, with `threshold`
            and `keep_tail`.
        5. pays_at_most_once: `summarize` is called once at most, whatever it answers.
        6. goes_on_without_a_summary: where `summarize` raises, what the free steps have left goes on, and no error.
        7. carries_the_request: at the end, on every path, `carry_request` puts a lost request back.
        8. carries_it_to_its_place: it carries from the history whose results are already cut.
        9. refuses_what_cannot_be: a negative number, or `max_messages < head`, is a `ValueError` that names the
            argument and its value, before anything else, also where the argument is not needed.
        10. leaves_its_input_alone: the history that was given is not changed, and the answer is a new list.

    Args:
        messages: a well-formed history, oldest first; a running batch may stand at its end. Content may be text,
            `None`, missing, or parts.
        summarize: takes a list of messages, returns a text; costs money, and may raise anything.
        max_chars: of a result, in characters, 0 or more.
        max_messages: of the window, `head` or more.
        head: how many of the first messages stay, 0 or more.
        threshold: in estimated tokens, 0 or more; what is not over it is not summarised.
        keep_tail: how many of the newest messages a summary leaves as they are, 0 or more.

    Returns:
        A new list, ready to be sent; the dicts may be shared.

    Raises:
        ValueError: a number is negative, or `max_messages` is below `head`.

    Examples:
        >>> from autograder.lab import assistant, tool, user
        >>> history = [user("Read it."), assistant(calls=["a"]), tool("x" * 2_000, "a")]
        >>> [len(message["content"] or "") for message in manage_context(history, summarize=None)]
        [8, 0, 800]
        >>> talk = [user("a" * 400), assistant("b" * 400), user("c" * 400), assistant("d" * 400)]
        >>> short = manage_context(talk, lambda middle: "They talked.", threshold=200, keep_tail=1)
        >>> [message["content"][:24] for message in short]
        ['[Compacted]\n\nThey talked', 'cccccccccccccccccccccccc', 'dddddddddddddddddddddddd']
    """
    numbers = {
        "max_chars": max_chars,
        "max_messages": max_messages,
        "head": head,
        "threshold": threshold,
        "keep_tail": keep_tail,
    }
    for name, number in numbers.items():
        if number < 0:
            raise ValueError(f"{name} is {number}: it cannot be negative. Use {name} >= 0.")
    if max_messages < head:
        raise ValueError(f"max_messages is {max_messages} but head is {head}: use max_messages >= {head}.")

    cut = truncate_tool_results(messages, max_chars)
    window = trim_history(cut, max_messages, head)["messages"]
    try:
        kept = compact_history(window, threshold, summarize, keep_tail)["messages"]
    except Exception:  # whatever the summariser raises: the free steps have done their work
        kept = window
    return carry_request(cut, kept)
