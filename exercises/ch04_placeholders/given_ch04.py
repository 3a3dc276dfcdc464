"""Right versions of the functions of earlier chapters, to build on: `estimate_tokens`, `estimate_messages`, `rough_token_count`, `input_budget`, `budget_snapshot`, `anchored_count`, `calibrate`, `better_estimate`, `truncate`, `truncate_middle`, `truncate_tool_results`, `shrink_arguments`, `find_safe_tail_start`, `trim_history`, `repair_pairs`.

Use your own instead if you like.
"""

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
from autograder.lab import Provider, Scripted, assistant, call, mean_error, sample_texts, serialize, system, tool, user
from autograder.lab import assistant, call, check_pairing, find_batches, tool, user
from collections import defaultdict
import json
import math
import re


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


def rough_token_count(text, chars_per_token=4):
    """Count characters by the token, to the nearest whole number and never below 1.

    Rules:
        1. is_never_below_one: the empty text is 1, and so is a single letter.
        2. divides_by_chars_per_token: the count is the number of characters by `chars_per_token`.
        3. rounds_to_the_nearest: a quotient of 1.25 is 1, one of 1.75 is 2.
        4. rounds_half_up: a quotient of 2.5 is 3, one of 4.5 is 5.
        5. looks_at_the_length_only: nothing is detected; JSON counts like prose unless the caller passes 2.

    Args:
        text: any text, also an empty one.
        chars_per_token: how many characters make a token, a number above 0; whole, or such as 3.3.

    Returns:
        A whole number of tokens, 1 or more.

    Examples:
        >>> rough_token_count("ten chars.")
        3
        >>> rough_token_count('{"path": "notes.md"}', 2)
        10
        >>> rough_token_count("")
        1
    """
    return max(1, math.floor(len(text) / chars_per_token + 0.5))


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


def budget_snapshot(used, window=200_000, reserve=20_000, buffer=13_000):
    """Say how full the window is, and whether it is time to compact.

    Rules:
        1. sets_the_reserve_aside: `effective_window` is the window without the reserve.
        2. warns_before_the_edge: `threshold` is the effective window without the buffer.
        3. never_has_less_than_nothing_left: `remaining` is the effective window without `used`, 0 at least.
        4. compacts_at_the_threshold: `should_compact` is whether `used` is the threshold or more.
        5. rounds_the_percentage_down: `percent` is 100 * used / effective window, rounded down, in whole numbers.
        6. lets_the_percentage_pass_a_hundred: more than the effective window is more than 100.
        7. refuses_a_threshold_of_nothing: a threshold of 0 or less is a `ValueError` that names an argument and its
            value.

    Args:
        used: tokens of the history, 0 or more.
        window: the most tokens of prompt and reply together.
        reserve: tokens kept for the reply, 0 or more.
        buffer: tokens between threshold and effective window, 0 or more.

    Returns:
        A new dict with exactly `effective_window`, `threshold`, `remaining`, `percent` (whole numbers) and
        `should_compact` (`True` or `False`).

    Raises:
        ValueError: the threshold is 0 or less.

    Examples:
        >>> gauge = budget_snapshot(167_000)
        >>> gauge["effective_window"], gauge["threshold"], gauge["should_compact"]
        (180000, 167000, True)
        >>> gauge["remaining"], gauge["percent"]
        (13000, 92)
        >>> budget_snapshot(270_000)["percent"]
        150
    """
    effective_window = window - reserve
    threshold = effective_window - buffer
    if threshold <= 0:
        raise ValueError(
            f"window is {window}, and reserve {reserve} with buffer {buffer} leaves no threshold above 0. "
            "Use a smaller reserve and buffer for this window."
        )
    return {
        "effective_window": effective_window,
        "threshold": threshold,
        "remaining": max(0, effective_window - used),
        "should_compact": used >= threshold,
        "percent": 100 * used // effective_window,
    }


def anchored_count(messages, usage=None, anchor=None):
    """Count a history: what the last report says of its front, and an estimate of the rest.

    Rules:
        1. estimates_without_a_report: without usage, or without anchor, everything is estimated.
        2. estimates_where_the_anchor_is_not_there: so it is with an anchor outside the list; negative ones are outside.
        3. estimates_where_the_report_is_empty: so it is with a report whose total is 0.
        4. reads_openais_report: with the key `prompt_tokens` the total is `prompt_tokens` + `completion_tokens`.
        5. reads_anthropics_report: without it, `input_tokens` + `cache_creation_input_tokens` +
            `cache_read_input_tokens` + `output_tokens`.
        6. takes_a_missing_field_for_nothing: a field that is missing or `None` is 0.
        7. adds_what_came_after: the messages after the anchor are estimated, all at once, and added.
        8. accepts_the_first_message_as_anchor: 0 is an index like any other.
        9. leaves_its_input_alone: neither the messages nor the report are changed.

    Args:
        messages: a history, oldest first.
        usage: what the API reported of the reply at `messages[anchor]`, a dict; `None` where there is no report.
        anchor: the index of that reply; `None` where there is none.

    Returns:
        A whole number of tokens, 0 or more.

    Examples:
        >>> from autograder.lab import assistant, user
        >>> history = [user("hi"), assistant("hello"), user("bye")]
        >>> anchored_count(history, usage={"prompt_tokens": 60, "completion_tokens": 10}, anchor=1)
        73
        >>> anchored_count(history, {"input_tokens": 3, "cache_read_input_tokens": 57, "output_tokens": 10}, anchor=1)
        73
        >>> anchored_count(history)
        9
    """
    usage = usage or {}
    if "prompt_tokens" in usage:
        names = ("prompt_tokens", "completion_tokens")
    else:
        names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
    total = sum(usage.get(name) or 0 for name in names)
    if total == 0 or anchor is None or not 0 <= anchor < len(messages):
        return estimate_messages(messages)
    return total + estimate_messages(messages[anchor + 1 :])


def calibrate(pairs):
    """Work out the factor that would have made earlier estimates right.

    Rules:
        1. divides_the_sums: the factor is the sum of the actual counts by the sum of the estimates.
        2. leaves_out_what_is_not_positive: a pair whose estimate or actual count is 0 or less is left out.
        3. stays_between_half_and_double: the factor is kept between 0.5 and 2.0.
        4. is_one_without_a_usable_pair: where no pair is left, it is 1.0.

    Args:
        pairs: a list of (estimated, actual), both in tokens.

    Returns:
        A float (or an int) from 0.5 to 2.0, not rounded, to multiply an estimate with.

    Examples:
        >>> calibrate([(100, 120), (100, 130)])
        1.25
        >>> calibrate([(10, 100)])
        2.0
        >>> calibrate([])
        1.0
    """
    usable = [(estimated, actual) for estimated, actual in pairs if estimated > 0 and actual > 0]
    if not usable:
        return 1.0
    factor = sum(actual for _, actual in usable) / sum(estimated for estimated, _ in usable)
    return min(2.0, max(0.5, factor))


def better_estimate(text):
    """Estimate the tokens of a text better than the textbook does, without a tokenizer.

    Rules:
        1. errs_by_at_most_forty_percent: the mean error over all kinds of text is at most 40 %, undercounts weighing
            twice.
        2. errs_by_at_most_twenty_five_percent: it is at most 25 %.
        3. errs_by_at_most_fifteen_percent: it is at most 15 %.
        4. undercounts_no_kind_by_half: no kind of text is counted below half of what it costs.

    Args:
        text: any text, of one kind or mixed.

    Returns:
        A whole number of tokens, 0 or more.

    Examples:
        >>> better_estimate("")
        0
        >>> 45 <= better_estimate("上下文窗口是有限的，而消息列表只会越来越长。" * 3) <= 70
        True
    """
    kinds_of_characters = (  # what one character of each kind costs; a character is of the first kind that fits
        (r"[A-Za-z0-9+/]{24,}", 0.7),  # base64, hashes, keys: longer than any word
        (r"[\u3400-\u4dbf\u4e00-\u9fff]", 1.0),  # ideographs
        (r"[\u3000-\u303f\uff00-\uffef]", 1.0),  # full-width marks
        (r"[\u3040-\u30ff\uac00-\ud7a3]", 0.7),  # kana, hangul
        (r"[\U0001f000-\U0010ffff]", 1.7),  # emoji
        (r"[A-Za-z]", 0.25),
        (r" ", 0.05),  # most blanks belong to the word after them
        (r"\n", 0.5),
        (r"[!-~]", 0.6),  # digits and punctuation
        (r".", 0.4),  # letters of other scripts
    )
    tokens = 0.0
    for pattern, weight in kinds_of_characters:
        tokens += weight * sum(map(len, re.findall(pattern, text)))
        text = re.sub(pattern, "", text)
    return math.ceil(tokens)


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


def truncate_middle(text, max_length, marker="…"):
    """Cut the middle out of a text, and keep its head and its tail.

    Rules:
        1. leaves_what_fits: a text of at most `max_length` characters stays as it is.
        2. is_empty_without_room: where `max_length` is 0 or less, the answer is the empty text.
        3. marks_the_cut: a text that was cut holds `marker`.
        4. keeps_the_front: it begins with the front of the text: half of the room that the marker leaves.
        5. keeps_the_end: it ends with the end of the text: the other half.
        6. never_exceeds_the_limit: head, marker and tail together are no longer than `max_length`.
        7. gives_the_head_the_odd_character: where the room is odd, the head is one longer than the tail.
        8. cuts_a_long_marker: a marker that is not shorter than `max_length` is itself cut to it, and stands alone.
        9. works_without_a_marker: an empty marker takes no room.
        10. counts_code_points: lengths are code points, as `len` counts them.
        11. stays_linear: the time grows with the length of the text, not with its square.

    Args:
        text: any text, also an empty one.
        max_length: how many characters the answer may have; 0 and less leave no room.
        marker: what stands for the part that went; may be empty, and of any length.

    Returns:
        A text of at most `max_length` characters.

    Examples:
        >>> truncate_middle("make test ... 212 passed ... Error: no such table", 20)
        'make test …uch table'
        >>> truncate_middle("abcdefghij", 2), truncate_middle("abcdefghij", 5, "")
        ('a…', 'abcij')
    """
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    room = max_length - len(marker)
    tail = room // 2
    return text[: room - tail] + marker + text[len(text) - tail :]


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


def shrink_arguments(messages, max_leaf=200, marker="…"):
    """Cut long texts inside the arguments of calls, and leave them valid JSON.

    Rules:
        1. keeps_every_message: all messages and calls stay, with everything but the text of arguments as it was.
        2. stays_valid_json: arguments that are cut are still JSON.
        3. cuts_long_leaves: a text longer than `max_leaf` is truncated, by the rules of `truncate` and with `marker`.
        4. reaches_every_leaf: so are texts inside lists and objects, and a value that is one bare text.
        5. keeps_keys_and_other_values: keys are never cut; numbers, `true`, `null` and short texts stay.
        6. keeps_the_bytes_of_short_ones: arguments without a long text stay as they are, to the byte.
        7. writes_non_ascii_as_itself: what is written again has `你好` and not its escapes.
        8. leaves_what_is_not_json: arguments that are not JSON stay as they are; `NaN` and `Infinity` are not JSON.
        9. leaves_a_running_batch: while a batch at the very end lacks a result, all of its calls stay.
        10. refuses_a_negative_limit: a negative `max_leaf` is a `ValueError` that names it and its value,
            also for an empty history.
        11. leaves_its_input_alone: the list that was given, its messages and their calls do not change, and the answer
            is a new list.
        12. stays_linear: the time grows with the number of messages, not with its square.

    Args:
        messages: a well-formed history, oldest first; a running batch may stand at its end.
        max_leaf: how many characters a text inside arguments may have, 0 or more.
        marker: what says that something went.

    Returns:
        A new list; messages that did not change may be shared.

    Raises:
        ValueError: `max_leaf` is negative.

    Examples:
        >>> from autograder.lab import assistant, call, tool
        >>> batch = [assistant(calls=[call("a", "write", {"text": "a long listing", "n": 1})]), tool("done", "a")]
        >>> shrink_arguments(batch, max_leaf=8)[0]["tool_calls"][0]["function"]["arguments"]
        '{"text": "a long …", "n": 1}'
        >>> shrink_arguments(batch[:1], max_leaf=8) == batch[:1]  # the call still runs
        True
    """
    if max_leaf < 0:
        raise ValueError(f"max_leaf is {max_leaf}: a text cannot have fewer than 0 characters. Use max_leaf >= 0.")

    def shrunk(value):
        if isinstance(value, str):
            return truncate(value, max_leaf, marker)
        if isinstance(value, list):
            return [shrunk(each) for each in value]
        if isinstance(value, dict):
            return {key: shrunk(each) for key, each in value.items()}
        return value

    def refuse(constant):
        raise ValueError(f"{constant} is not JSON")

    def shrunk_call(call):
        function = call["function"]
        try:
            before = json.loads(function["arguments"], parse_constant=refuse)
            after = shrunk(before)
            text = json.dumps(after, ensure_ascii=False, allow_nan=False)  # 1e400 is read as infinity
        except ValueError:
            return call
        return call if after == before else {**call, "function": {**function, "arguments": text}}

    batches = find_batches(messages)
    running = batches[-1].start if batches and is_running(batches[-1], messages) else None
    return [
        {**message, "tool_calls": [shrunk_call(call) for call in message["tool_calls"]]}
        if message.get("tool_calls") and index != running
        else message
        for index, message in enumerate(messages)
    ]


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


def repair_pairs(messages):
    """Make a broken history well-formed, with as little change as that takes.

    A batch is an assistant message with calls and every result directly behind it, whatever its id. It ends at the
    first message that is no result.

    Rules:
        1. keeps_every_other_message: what is no result stays, as it was and in its order; only results come and go.
        2. leaves_no_orphan: a result goes that stands in no batch, or answers no call of its batch by its id.
        3. loses_no_result: a result that answers a call of its batch stays in it as it was, whatever it says.
        4. puts_results_in_call_order: a batch's results stand directly behind its calls, in the order of the calls,
            new ones among them.
        5. answers_every_call: a call without a result gets a new one, in its batch.
        6. takes_results_in_turn: inside a batch the k-th call with an id takes the k-th result with it; a result that
            is left over is an orphan, a call that is left over has no result.
        7. pairs_by_position: a result answers calls of the batch it stands in and of no other; ids may repeat.
        8. waits_for_a_running_batch: nothing is added to the last batch while nothing but results, orphans among
            them, stands behind its calls.
        9. says_there_was_no_result: a new one has exactly `role`, `tool_call_id` and a `content` that is not blank.
        10. counts_what_it_removed: `removed` is how many of the given messages went; one that only moved did not.
        11. counts_what_it_added: `added` is how many messages are new.
        12. changes_nothing_twice: what was repaired comes back the same when it is repaired again, with two zeros.
        13. leaves_its_input_alone: the list that was given and its messages do not change, and the answer holds
            a new list.
        14. stays_linear: the time grows with the number of messages, not with its square.

    Args:
        messages: a history, oldest first, in which results may be missing, doubled, foreign, or in the wrong place.
            A result may have no `tool_call_id`; `tool_calls` may be missing, `None` or empty: no calls.

    Returns:
        A new dict: `messages`, a new list (messages that stay may be shared), `removed` and `added`.

    Examples:
        >>> from autograder.lab import assistant, tool, user
        >>> batch = [assistant(calls=["a", "b"]), tool("2", "b"), tool("1", "a")]
        >>> [each.get("tool_call_id", each["role"]) for each in repair_pairs(batch)["messages"]]
        ['assistant', 'a', 'b']
        >>> repaired = repair_pairs([batch[0], batch[1], tool("?", "x"), user("go on")])
        >>> [each.get("tool_call_id", each["role"]) for each in repaired["messages"]]
        ['assistant', 'a', 'b', 'user']
        >>> repaired["removed"], repaired["added"]
        (1, 1)
        >>> repair_pairs([batch[0], batch[1], tool("?", "x")])["added"]  # running: a may still come
        0
    """
    batches = {batch.start: batch for batch in find_batches(messages)}
    repaired, added = [], 0
    for index, message in enumerate(messages):
        if message.get("role") != "tool":
            repaired.append(message)
        if index in batches:
            end = batches[index].end
            waiting = defaultdict(list)  # results by id, the oldest last
            for result in reversed(messages[index + 1 : end]):
                waiting[result.get("tool_call_id")].append(result)
            for call in message["tool_calls"]:
                if waiting[call["id"]]:
                    repaired.append(waiting[call["id"]].pop())
                elif end < len(messages):
                    new = {"role": "tool", "tool_call_id": call["id"], "content": "[no result]"}
                    repaired.append(new)
                    added += 1
    return {"messages": repaired, "removed": len(messages) + added - len(repaired), "added": added}
