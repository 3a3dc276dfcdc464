"""Right versions of the functions of earlier chapters, to build on: `estimate_tokens`, `estimate_messages`, `rough_token_count`, `input_budget`, `budget_snapshot`, `anchored_count`, `calibrate`, `better_estimate`.

Use your own instead if you like.
"""

from autograder.lab import Provider, Scripted, assistant, call, mean_error, sample_texts, serialize, system, tool, user
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
