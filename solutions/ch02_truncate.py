# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 2 · Cut at the entrance
#
# **You will write** four functions that let nothing into a history at any length: a cut that keeps its limit to the character, one that keeps both ends, and the same for whole histories, without breaking a single call.
#
# About 80 minutes · difficulty ●●○ · nothing to install, no key, no network

# %% [markdown]
# ## What happened
#
# An agent wrote long files, and what it had written stood in its history twice: on disk, and in the arguments of the call that wrote it.
# So arguments of more than 500 characters were cut to 200.
# They were cut as text, in the middle of a JSON string; from then on every request carried a call that was no JSON, and came back with status 400 ([NousResearch/hermes-agent#11762](https://github.com/NousResearch/hermes-agent/issues/11762)).
#
# Another agent was refused now and then, in about a third of its steps with tools, and nobody could repeat it: its cut sometimes fell between the two halves of an emoji ([elizaOS/eliza#18025](https://github.com/elizaOS/eliza/issues/18025)).
# A third cut every result to its limit, and then added three dots: every result was three characters over ([elizaOS/eliza#23678](https://github.com/elizaOS/eliza/pull/23678)).
#
# Cutting a text is one line.
# This chapter is about the other nine.

# %%
import json

from given_ch02 import estimate_tokens

from autograder import check, hint, solution, watch
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
from autograder.widgets import draw_code_points, draw_cuts

# %% [markdown]
# ## A worked example
#
# A tool returned 5,000 characters.
# The crudest cut is a slice:

# %%
page = long_text(5_000)
front = page[:800]
estimate_tokens(page), estimate_tokens(front)

# %% [markdown]
# 1,250 tokens became 200, and each round that follows sends those 200 instead of 1,250.
# The picture shows what a function keeps of a text: what stays is full, what goes is dashed.


# %%
def first_characters(text, max_length):
    return text[:max_length]


draw_cuts(first_characters, text=page, max_length=800)

# %% [markdown]
# Two things are wrong with it already: the model cannot see that the text goes on, and the end, where errors stand, is gone.
#
# ## Predict
#
# A limit in characters is not a limit in tokens.
# 800 characters of English are estimated at 200 tokens.
# What are 800 Chinese ideographs estimated at, and what do they really cost?
# Write both numbers down before you run the cell.

# %%
prose = {sample.kind: sample.text for sample in sample_texts()}
for name, text in (
    ("ideographs alone", "上下文窗口是有限的" * 100),
    ("Chinese prose", prose["Chinese prose"] * 10),
    ("English prose", prose["English prose"] * 10),
):
    print(
        f"800 characters of {name:16}  estimate {estimate_tokens(text[:800]):5,}   exact {count_tokens(text[:800]):4}"
    )

# %% [markdown]
# By the estimate, ideographs cost **six times** as much as English, and prose with its marks five and a half times.
# Exactly counted it is three to four times, since the estimate is a figure of older tokenizers (chapter 1).
# So one limit for all tools is generous to a Chinese page and hard on an English one; agents choose it with the dearest text in mind.

# %% [markdown]
# ## 2.1 A cut that keeps its limit
#
# Write `truncate`.
# Its rules are in the docstring, and `check` judges by them, in that order.
#
# | text | max_length | marker | answer | why |
# | --- | --- | --- | --- | --- |
# | `"abcdef"` | 4 | `"…"` | `"abc…"` | the marker takes room too |
# | `"abcdef"` | 6 | `"…"` | `"abcdef"` | it fits |
# | `"abcdefghij"` | 8 | `"[cut]"` | `"abc[cut]"` | markers may be long |
# | `"abcdef"` | 3 | `"[cut]"` | `"[cu"` | no room for any text: the marker itself is cut |
# | `"ab"` | 3 | `"[cut]"` | `"ab"` | it fits, so no marker is needed |
# | `"abcdef"` | 4 | `""` | `"abcd"` | the empty marker takes no room |
# | `"abcdef"` | 0 or -2 | any | `""` | no room at all |
#
# **Lengths are code points**, what Python's `len` counts.


# %% solution="truncate"
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
    ### BEGIN SOLUTION
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    return text[: max_length - len(marker)] + marker
    ### END SOLUTION


# %% [markdown]
# Try it before you check it.
# Change the numbers, and say first what will come out.

# %%
truncate("one, two, three", 9), truncate("one, two, three", 9, " (cut)")

# %% check="truncate"
check(truncate).score

# %% [markdown]
# Stuck?
# `hint` gives a small push, and another one after your next attempt.

# %%
hint(truncate)

# %% [markdown]
# ## Where a cut lands
#
# A character that you see may be several code points: a family is four people and three joiners, a flag is two letters, an accent may be a mark of its own.
# Here **your** function cuts inside each of them.
# A cell is a code point, with its number below; a bracket joins what a reader sees as one character.

# %%
draw_code_points(truncate, "to 👨‍👩‍👧‍👦 from 🇫🇷", 8)

# %%
draw_code_points(truncate, "from 🇫🇷🇨🇳", 6, marker="")

# %%
draw_code_points(truncate, "the cafe\N{COMBINING ACUTE ACCENT} is open", 8, marker="")

# %% [markdown]
# A family of four has become a couple with a joiner that joins nothing, a flag has become the letter F, and é has lost its accent.
# That is ugly, and it is harmless: what is left is valid text, and every provider takes it.
# Keeping such characters whole needs tables that Python does not ship, so the rule here is plain: code points.
#
# **Bytes are another matter.** A slice of bytes can end inside a code point, and then it is no text any more:

# %%
first_byte = "é".encode()[:1]
try:
    first_byte.decode()
except UnicodeDecodeError as error:
    print(error)

# %% [markdown]
# JavaScript counts in halves of emoji, so its slices can leave a *lone surrogate*, which no request body can carry; that was the agent that was refused in a third of its steps.
# Python's slices never make one.
# Where one comes in with somebody else's trace, `truncate` counts it like any code point and lets it pass.
#
# **Vary one thing.** Cut the family one code point earlier, and one later.
# Say first what a reader will see each time.

# %%
draw_code_points(truncate, "to 👨‍👩‍👧‍👦 from 🇫🇷", 7)

# %% [markdown]
# ## 2.2 Both ends
#
# A build wrote this log:

# %%
build_log = "\n".join(
    ["$ make test", *(f"test {number:3} passed" for number in range(1, 200)), "Error: no such table: orders"]
)
draw_cuts(truncate, text=build_log, max_length=200, look_for=["$ make test", "Error: no such table"])

# %% [markdown]
# The head says which command ran, and the tail why it failed.
# What lies between says "passed" 199 times.
#
# `truncate_middle` keeps both ends and puts the marker where characters went.
# Limits and marker are as in `truncate`.
# The room that the marker leaves is shared: half for the head, half for the tail, and an odd character goes to the head.
#
# | text | max_length | marker | answer | room |
# | --- | --- | --- | --- | --- |
# | `"abcdefghij"` | 5 | `"…"` | `"ab…ij"` | 4: two and two |
# | `"abcdefghij"` | 6 | `"…"` | `"abc…ij"` | 5: three and two |
# | `"abcdefghij"` | 2 | `"…"` | `"a…"` | 1: one and none |
#
# **Predict:** the last line needs a tail of no characters.
# What is `"abcdefghij"[-0:]`?
#
# <details><summary>Answer</summary>
#
# The whole text: `-0` is `0`, and a slice from 0 on leaves nothing out.
# A tail counted from the end is right for every length but this one.
# </details>


# %% solution="truncate_middle"
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
    ### BEGIN SOLUTION
    if max_length <= 0:
        return ""
    if len(text) <= max_length:
        return text
    if len(marker) >= max_length:
        return marker[:max_length]
    room = max_length - len(marker)
    tail = room // 2
    return text[: room - tail] + marker + text[len(text) - tail :]
    ### END SOLUTION


# %%
truncate_middle("abcdefghij", 6), truncate_middle("abcdefghij", 2)

# %% check="truncate_middle"
check(truncate_middle).score

# %%
hint(truncate_middle)

# %% [markdown]
# Now **your** two cuts side by side, at one price.

# %%
draw_cuts(truncate, truncate_middle, text=build_log, max_length=200, look_for=["$ make test", "Error: no such table"])

# %% [markdown]
# **Vary one thing.** Say first which of the three phrases survives which cut, then run it.

# %%
draw_cuts(
    truncate,
    truncate_middle,
    text=build_log,
    max_length=1_000,
    look_for=["$ make test", "test 100 passed", "Error: no such table"],
)

# %% [markdown]
# Neither keeps the middle, at any limit below the whole.
# A fact in the middle of a file is lost to both: no cut knows what matters.
# That is the price of a step that costs nothing, and chapter 4 shows where the rest can go instead.

# %% [markdown]
# ## 2.3 Every result of a history
#
# Now whole histories: every result is cut before it is sent.
#
# - Only `tool` messages are cut.
#   What user, system and assistant said stays whole.
# - A content may be text, or a list of parts; of a list, **each text part is cut on its own**.
#   `None` and other parts stay; where the key is missing, it stays missing.
# - A result whose text starts with `<persisted-output` is a **handle**: its content lies on disk, and the one line that is left says where.
#   Of a list, all text parts joined are its text: either the whole result is a handle, and no part is cut, or none of its parts is one.
#   No function ever cuts a handle.
#   You will write them in chapter 4.
# - Keys beside the content stay, the id above all: without it the result answers no call.
# - A limit of 0 leaves `""`.
#   A negative one is a mistake, and is said before anything is done.
#
# You may use your `truncate`; the check has a right one in its place, so a slip there costs you nothing here.

# %%
history = [
    user("What does the log say, and what is in the picture?"),
    assistant(calls=["a", "b", "c"]),
    tool(build_log, "a"),
    tool([{"type": "text", "text": "A diagram. " * 20}, {"type": "image_url", "image_url": {"url": "data:,"}}], "b"),
    tool('<persisted-output path=".task_outputs/00001-c.txt" chars="90000">\n# notes\n</persisted-output>', "c"),
]

# %% [markdown]
# **Predict:** with `max_length=80`, which of the three results change, and how long is each afterwards?
#
# <details><summary>Answer</summary>
#
# `a` is cut to 80 characters.
# `b` keeps its picture, and its text part is cut to 80.
# `c` is longer than 80, and stays: it is a handle.
# </details>


# %% solution="truncate_tool_results"
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
    ### BEGIN SOLUTION
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
    ### END SOLUTION


# %%
truncate_tool_results(history, 80)

# %% check="truncate_tool_results"
check(truncate_tool_results).score

# %%
hint(truncate_tool_results)

# %% [markdown]
# ## Watch it work
#
# The file-tidying assistant again: 20 files, the longest of 4,000 characters, and a window of 8,192 tokens.
# On the left nothing is cut; on the right **your** function cuts every result to 800 characters before each request.

# %%
watch(truncate_tool_results, max_length=800)

# %% [markdown]
# Without it the session dies in round 18.
# With it all 20 rounds fit, and to spare.
#
# **Vary one thing.** Each of the 20 files has one code planted in its middle, and at the end somebody will ask for them.
# How many of the 20 codes are still in the history at a limit of 800?
# And at 3,000?
# Say a number first.

# %%
twenty_files = reading_session(form="live")
for limit_tried in (800, 3_000):
    all_sent = serialize(truncate_tool_results(twenty_files.history(), limit_tried))
    codes_left = sum(fact.answer in all_sent for fact in twenty_files.facts)
    print(f"cut at {limit_tried:5,}: {codes_left:2} of 20 codes left, {count_tokens(all_sent):6,} tokens")

# %% [markdown]
# A file whose middle lies beyond the limit has lost its code, and nothing in the history says so.
# **Small is not the same as useful.**

# %% [markdown]
# ## 2.4 What the model wrote itself
#
# Results come in through one door; arguments come in through another.
# An agent that writes a report sends the whole report in a call, and from then on sends it again in every round.

# %%
report = {"path": "report.md", "text": "# Report\n\n" + long_text(3_000), "overwrite": True}
written = [
    user("Write the report."),
    assistant(calls=[call("a", "write_file", report)]),
    tool("3,010 characters written", "a"),
    user("Now a summary of it."),
]
print(estimate_tokens(calls_of(written[1])[0]["function"]["arguments"]), "tokens of arguments, in every round")

# %% [markdown]
# `arguments` is JSON text.
# Cut as a text, it is no JSON any more:

# %%
cut_as_text = json.dumps(report)[:200]
request_error([written[0], assistant(calls=[call("a", "write_file", cut_as_text)]), *written[2:]])

# %% [markdown]
# So read it, cut the **leaves**, and write it again.
# A leaf is a text anywhere in the parsed value: directly in the object, inside lists and objects, or the whole value where that is one bare text.
#
# | arguments | with `max_leaf=8` | why |
# | --- | --- | --- |
# | `{"text": "a long listing"}` | `{"text": "a long …"}` | a long leaf |
# | `[{"old": "a long listing"}, 1]` | `[{"old": "a long …"}, 1]` | leaves lie deep, numbers stay |
# | `{"a very long key": "ab"}` | the same text | keys are never cut |
# | `{"a":  1}` | the same text, two blanks included | nothing to cut: not one byte changes |
# | `{"text": "a long lis` | the same text | no JSON, so nobody can say what is a leaf |
# | `[NaN, "a long listing"]` | the same text | JSON has no NaN, though Python's reader takes it |
#
# Two more things are easily missed.
# What is written again must not turn `你好` into `\u4f60\u597d`: that is six characters for one.
# And **calls of a running batch stay**: a batch at the very end whose results have not all come is work in hand; some tool may still read its arguments.
#
# **Predict:** the last two messages of a history are `assistant(calls=["x", "y"])` and `tool("done", "x")`.
# May the arguments of `x` be cut?
#
# <details><summary>Answer</summary>
#
# No.
# `y` has no result yet, so the batch runs, and all of its calls stay, also those that are answered.
# </details>

# %% [markdown]
# The lab finds batches for you: `find_batches(messages)` lists them with `start`, `end` and `missing`, and `is_running(batch, messages)` says whether one still runs.

# %%
still_running = [*written, assistant(calls=["x", "y"]), tool("done", "x")]
[
    (batch.start, batch.end, call_ids(still_running[batch.start]), is_running(batch, still_running))
    for batch in find_batches(still_running)
]


# %% solution="shrink_arguments"
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
    ### BEGIN SOLUTION
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
    ### END SOLUTION


# %%
written_shrunk = shrink_arguments(written)
print(calls_of(written_shrunk[1])[0]["function"]["arguments"])
request_error(written_shrunk) or "accepted"

# %% check="shrink_arguments"
check(shrink_arguments).score

# %%
hint(shrink_arguments)

# %% [markdown]
# **Vary one thing.** `max_leaf=0` leaves nothing of any text.
# Say first whether the provider still takes the history, and what a model may learn from such a call.

# %%
written_emptied = shrink_arguments(written, max_leaf=0)
print(calls_of(written_emptied[1])[0]["function"]["arguments"])
request_error(written_emptied) or "accepted"

# %% [markdown]
# Accepted, and yet not harmless: a model imitates the calls it sees, and this one writes nothing to an empty path.
# A short front that ends with a marker shows that the text was longer.

# %% [markdown]
# ## Look back
#
# 1. All four functions run before every request, on the whole history.
#    What would go wrong if they ran only once, on the stored history itself?
# 2. A cut throws something away for good.
#    Which two kinds of result in your own work would you rather keep whole elsewhere, and put one line in their place?
#
# The first question is the second promise of this course: only the copy that is sent shrinks.
# The second is chapter 4; chapter 3 comes first, and forgets whole messages.
# `solution(shrink_arguments)` shows one right version beside yours; it is more use after yours works.
