# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 4 · Placeholders and the file cabinet
#
# **You will write** a memory that lets go of old results without losing them: placeholders for what can be read again, files for what is too large, and names under which nothing is ever overwritten.
#
# About 125 minutes · difficulty ●●○ to ●●● · nothing to install, no key, no network

# %% [markdown]
# ## What happened
#
# An agent replaced old file contents by one line that said they were gone, to save tokens.
# The line did not say where they had gone to, so the agent did the only thing it could: it read the file again.
# That result, too, became old and was replaced.
# In one run it read the same file 66 times and made no progress at all ([octos-org/octos#2131](https://github.com/octos-org/octos/issues/2131)).
#
# Another agent stored large results on disk and left a path.
# It followed the path, read the file, and what it read was large, so it was stored on disk, with a path ([HKUDS/nanobot#4153](https://github.com/HKUDS/nanobot/issues/4153)).
#
# A placeholder is easy to write.
# What makes it safe is knowing **what must never be replaced**, and **where the rest can be had**.

# %%
import hashlib
import re

from given_ch04 import estimate_messages

from autograder import check, hint, solution
from autograder.lab import (
    TaskOutputs,
    assistant,
    call,
    find_batches,
    is_tool_result,
    long_text,
    reading_session,
    text_of,
    to_blocks,
    tool,
    user,
)
from autograder.widgets import draw_cabinet

# %% [markdown]
# ## A worked example
#
# An assistant has read eight files, one after the other, and holds all of them still.

# %%
session = reading_session(rounds=8, form="live").history()
print(len(session), "messages,", estimate_messages(session), "tokens")
for message in session[2:6]:
    print(message["role"], "·", (text_of(message) or "calls read_file")[:60].replace("\n", " "))

# %% [markdown]
# The file it read first is of little use now, and can be read again.
# So keep the message, keep its id, and let its content say what happened:

# %%
by_hand = list(session)
by_hand[3] = {**session[3], "content": "[Earlier tool result compacted. Re-run if needed.]"}
print(by_hand[3])
print(estimate_messages(session) - estimate_messages(by_hand), "tokens less, and no call lost its result")

# %% [markdown]
# Chapter 3 dropped whole batches.
# This drops nothing that pairs; it is the gentler step, and it frees most of the room, since results are most of what an agent sends.
#
# ## Predict
#
# An assistant asks for five files **in one step**, and the five results have just come in.
# Old results are cleared, all but the newest three.
# How many of the five may be cleared now?
# Say a number before you open the answer.
#
# <details><summary>Answer</summary>
#
# None.
# The model has not read any of them: it reads them when it writes its next message, and there is none yet.
# A rule that only counts would clear two files that nobody ever saw.
# With two to four parallel calls that happens in two histories of five.
# </details>

# %% [markdown]
# ## 4.1 Clear what was read
#
# `micro_compact` gives the placeholder to all results but the newest `keep_recent`.
# Some results stay, however old:
#
# | result | stays, because |
# | --- | --- |
# | after the last assistant message | the model has not read it yet |
# | text that starts with `<persisted-output` | it is a **handle**: it says where the content lies on disk |
# | text not longer than the placeholder | nothing would be saved; so a placeholder is never replaced again |
# | content `None`, or a list of parts | this function clears text only |
# | of a tool not in `tools`, where that is a set | some results cannot be had again: the user's answer to a question |
#
# **All of them count.** The newest three are the newest three of *all* results; only then are the exceptions looked at.
#
# A result knows its call by an id and nothing else, so the name of its tool comes from the call **in its own batch**: the assistant message directly before the run of results it stands in.
# Ids may repeat (`call_0` in every turn); places do not.
#
# **Predict:** seven results in a row, all read.
# Number 6 is a handle.
# With `keep_recent=3`, which are cleared?
#
# <details><summary>Answer</summary>
#
# 1, 2, 3 and 4. The newest three are 5, 6 and 7; that 6 would have stayed anyhow makes no room for another.
# </details>


# %% solution="micro_compact"
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
    ### BEGIN SOLUTION
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
    ### END SOLUTION


# %% [markdown]
# Try it before you check it.
# Change the number, and say first what will come out.

# %%
micro_compact(session, keep_recent=6)["cleared"]

# %% check="micro_compact"
check(micro_compact).score

# %% [markdown]
# Stuck?
# `hint` gives a small push, and another one after your next attempt.

# %%
hint(micro_compact)

# %% [markdown]
# ## Where the rest can be had
#
# **Your** function on the session, result by result: what each of them is afterwards, and from where its whole text can still be had.

# %%
draw_cabinet(session, clear=micro_compact)

# %% [markdown]
# The last column is the honest one.
# What was cleared can be had from nowhere but the tool, and that is fine for a file that still lies on the disk, and bad for a search result of yesterday or a page behind a login.
#
# **Vary one thing.** Add a question from the user at the end, with no answer yet, and keep none.
# Say first whether the last result goes.

# %%
session_asked = [*session, user("Which file was about the backup?")]
draw_cabinet(session_asked, clear=lambda messages: micro_compact(messages, keep_recent=0))

# %% [markdown]
# It stays.
# The user has spoken, but the model has not, so the last result is still unread.

# %% [markdown]
# ## 4.2 The same in blocks
#
# Anthropic's form of a history has no `tool` messages.
# A call is a `tool_use` block of an assistant message, and all results of a batch are `tool_result` blocks of **one** user message:

# %%
session_blocks = to_blocks(session)["messages"]
for message in session_blocks[1:3]:
    print(message["role"], "·", str(message["content"])[:150])

# %% [markdown]
# `clear_tool_results` is `micro_compact` for this form.
# What is new:
#
# - **Results are counted, not messages.** One message may hold five.
# - A result's content may be text, or a list of blocks.
#   **A list of text blocks only** counts as their joined text, and becomes the placeholder, as plain text.
#   A list with any other block (an image) stays, and so does a missing content.
# - A result with `is_error` set **stays**: it says what did not work.
# - `tools` names three tools from the start, `None` means all.
#   Handles, unread results, short text and the count are as before.
# - Beside results there may be other blocks: what the user said, what the model said, the calls.
#   They stay, and so does a message whose content is text, or missing altogether.
#
# | content of an old result | becomes |
# | --- | --- |
# | `"a long listing …"` | the placeholder |
# | `[{"type": "text", …}, {"type": "text", …}]` | the placeholder, where both together are longer than it |
# | `[{"type": "text", …}, {"type": "image", …}]` | stays |
# | `"No such file"` with `"is_error": True` | stays |
#
# **Predict:** two user messages hold two results each, all read, all long.
# With `keep_recent=3`, what becomes of the first message?
#
# <details><summary>Answer</summary>
#
# Its first result is cleared and its second stays: the newest three begin in the middle of a message.
# </details>


# %% solution="clear_tool_results"
def clear_tool_results(
    messages, keep_recent=3, tools=("Read", "Grep", "Bash"), placeholder="[Old tool result content cleared]"
):
    """Clear old results of a history in block form.

    Rules:
        1. changes_only_results: messages and blocks stay, with everything but the content of results as it was.
        2. clears_old_results: of all results but the newest `keep_recent`, the content becomes `placeholder`, be it
            text or a list of text blocks.
        3. counts_every_result: results are counted, not messages, and all of them, before any exception.
        4. clears_only_named_tools: results of tools that are not in `tools` stay; the name comes from the message
            directly before; `None` means all tools, an empty one clears nothing.
        5. keeps_the_newest: the newest `keep_recent` results stay, also where they begin inside a message.
        6. leaves_unread_results: results in messages after the last assistant message stay.
        7. leaves_errors: a result with `is_error` set stays.
        8. leaves_handles: text that starts with `<persisted-output` stays, in blocks too.
        9. clears_nothing_twice: text that is not longer than `placeholder` stays; text blocks count together.
        10. leaves_what_is_not_text: a list with any other block stays, and so does a missing content.
        11. counts_what_it_cleared: `cleared` is how many results were replaced.
        12. refuses_a_negative_count: a negative `keep_recent` is a `ValueError` that names it and its value,
            also for an empty history.
        13. leaves_its_input_alone: the list that was given, its messages and blocks do not change, and the answer
            holds a new list.
        14. stays_linear: the time grows with the number of messages, not with its square.

    Args:
        messages: a well-formed history in block form, oldest first; a message's content is text, a list of blocks,
            or missing.
        keep_recent: how many of the newest results stay, 0 or more.
        tools: names of tools whose results may be cleared; `None` for all tools.
        placeholder: what a cleared result says; may be empty.

    Returns:
        A new dict: `messages`, a new list (what did not change may be shared), and `cleared`.

    Raises:
        ValueError: `keep_recent` is negative.

    Examples:
        >>> use = {"type": "tool_use", "id": "a", "name": "Read", "input": {}}
        >>> result = {"type": "tool_result", "tool_use_id": "a", "content": "a long listing"}
        >>> history = [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
        >>> clear_tool_results(history, keep_recent=0, placeholder="[cleared]")["cleared"]  # not read yet
        0
        >>> read = [*history, {"role": "assistant", "content": "It lists three files."}]
        >>> clear_tool_results(read, keep_recent=0, placeholder="[cleared]")["messages"][1]["content"]
        [{'type': 'tool_result', 'tool_use_id': 'a', 'content': '[cleared]'}]
    """
    ### BEGIN SOLUTION
    if keep_recent < 0:
        raise ValueError(f"keep_recent is {keep_recent}: a number of results cannot be negative. Use keep_recent >= 0.")

    def blocks_of(message):
        content = message.get("content")
        return content if isinstance(content, list) else []

    def may_go(block, names):
        content = block.get("content")
        if isinstance(content, list) and all(part["type"] == "text" for part in content):
            content = "".join(part["text"] for part in content)
        if block.get("is_error") or not isinstance(content, str) or content.startswith("<persisted-output"):
            return False
        return len(content) > len(placeholder) and (tools is None or names[block["tool_use_id"]] in tools)

    places = [
        (index, number)
        for index, message in enumerate(messages)
        for number, block in enumerate(blocks_of(message))
        if block["type"] == "tool_result"
    ]
    old = set(places[: max(0, len(places) - keep_recent)])
    last_assistant = max((i for i, message in enumerate(messages) if message["role"] == "assistant"), default=-1)
    kept, names, cleared = [], {}, 0
    for index, message in enumerate(messages):
        blocks = list(blocks_of(message))
        going = [
            n for n, block in enumerate(blocks) if (index, n) in old and index < last_assistant and may_go(block, names)
        ]
        for number in going:
            blocks[number] = {**blocks[number], "content": placeholder}
        kept.append({**message, "content": blocks} if going else message)
        cleared += len(going)
        names = {block["id"]: block["name"] for block in blocks if block["type"] == "tool_use"}
    return {"messages": kept, "cleared": cleared}
    ### END SOLUTION


# %%
clear_tool_results(session_blocks, keep_recent=6, tools={"read_file"})["cleared"]

# %% check="clear_tool_results"
check(clear_tool_results).score

# %%
hint(clear_tool_results)

# %% [markdown]
# Anthropic's API does the same on its side, on request (`clear_tool_uses`, which keeps 3 by default), and adds one idea: `clear_at_least`.
# Clearing changes old bytes, so everything behind them is no longer in the prompt cache and is paid in full once; it should be worth it.
# LangChain has an option of the same name with the opposite sense: it *stops* once that much is cleared.
# **Say first** which of the two answers this question: "clear nothing unless it frees 5,000 tokens".

# %% [markdown]
# ## 4.3 The file cabinet
#
# One batch can be larger than the whole window: three parallel calls, three logs.
# Nothing of it may be cleared, since nothing of it was read.
# So the largest results go to disk before the model sees them, and a **handle** takes their place:
#
# ```
# <persisted-output path=".task_outputs/00001-call-7.txt" chars="150000">
# the first characters of the text, as a preview
# </persisted-output>
# ```
#
# The model sees how the text begins, how long it is, and where to read the rest.
# The lab has the cabinet: `TaskOutputs` writes files and reads them back.

# %%
outputs = TaskOutputs()
first_path = outputs.save("call/../7", "line 1\nline 2\n")
print(first_path, "holds", repr(outputs.load(first_path)))

# %% [markdown]
# `tool_result_budget` gets such a function as `store`, and calls it with an id and a text; what comes back is the path.
# It looks at the **last batch that has a result**, and works like this:
#
# 1. While the text of all results of the batch, **as it then stands**, is longer than `limit` characters:
# 2. take the longest *candidate* (of equally long ones the first), store it, and put its handle in its place.
# 3. No candidate left: stop, even if the batch is still too large.
#
# A candidate is text longer than `preview`, no handle, and **not read back from one**: a call whose arguments contain the path of a handle in the history asked for the stored text itself.
# To store that again is the loop of the second story above.
#
# **Predict:** three results of 300, 700 and 100 characters, `limit=500`, `preview=10`.
# Which are stored?
#
# <details><summary>Answer</summary>
#
# Only the one of 700. Its handle takes its place, with less than 100 characters, and 300 + 100 + 100 fit.
# Storing from the front until it fits would have stored two.
# </details>
#
# What if the store fails, because the disk is full?
# Then there is no copy, so nothing may be shortened: let the error out.


# %% solution="tool_result_budget"
def tool_result_budget(messages, store, limit=200_000, preview=2_000):
    """Store the largest results of the last batch, and leave handles in their place.

    Rules:
        1. changes_only_the_last_batch: nothing changes but contents in the last batch that has a result.
        2. leaves_what_fits: where all its results together are at most `limit` characters, nothing is stored.
        3. stores_until_it_fits: one candidate after the other is stored, while the batch as it then stands, handles
            included, is longer than `limit`, and a candidate is left.
        4. stores_the_longest_first: the longest candidate is stored first; of equally long ones the first.
        5. stores_long_text_only: a candidate is text, and longer than `preview`.
        6. leaves_handles: text that starts with `<persisted-output` is no candidate.
        7. leaves_what_was_read_back: nor is a result whose call's arguments contain, as plain text, the path of
            a handle in the history.
        8. finds_the_last_batch_with_a_result: a batch without any result yet is passed over; what stands behind
            the batch does not matter.
        9. stores_the_whole_text: `store` is called once for each, with the id and the whole text.
        10. writes_the_handle: the content becomes `<persisted-output path="PATH" chars="N">`, a newline, the first
            `preview` characters, a newline, `</persisted-output>`; N is the length of the whole text.
        11. names_what_it_stored: `persisted` lists the ids, in the order of storing.
        12. lets_a_failure_out: what `store` raises goes out.
        13. refuses_a_negative_size: a negative `limit` or `preview` is a `ValueError` that names it and its value,
            also for an empty history.
        14. leaves_its_input_alone: the list that was given and its messages do not change, and the answer holds
            a new list.

    Args:
        messages: a well-formed history, oldest first; a running batch may stand at its end.
        store: takes an id and a text, keeps the text, and returns the path under which it can be read.
        limit: how many characters the results of the batch may have together, 0 or more.
        preview: how many characters of a stored text its handle shows, 0 or more.

    Returns:
        A new dict: `messages`, a new list (messages that did not change may be shared), and `persisted`.

    Raises:
        ValueError: `limit` or `preview` is negative.

    Examples:
        >>> from autograder.lab import assistant, tool
        >>> batch = [assistant(calls=["a", "b"]), tool("one two three", "a"), tool("four", "b")]
        >>> answer = tool_result_budget(batch, lambda id, text: f"{id}.txt", limit=10, preview=3)
        >>> answer["persisted"]  # handles count too, so the second one went as well
        ['a', 'b']
        >>> print(answer["messages"][1]["content"])
        <persisted-output path="a.txt" chars="13">
        one
        </persisted-output>
    """
    ### BEGIN SOLUTION
    for name, size in (("limit", limit), ("preview", preview)):
        if size < 0:
            raise ValueError(f"{name} is {size}: a number of characters cannot be negative. Use {name} >= 0.")
    kept, persisted = list(messages), []
    batches = [batch for batch in find_batches(messages) if batch.end > batch.start + 1]
    if not batches:
        return {"messages": kept, "persisted": persisted}
    batch = batches[-1]
    arguments = {call["id"]: call["function"]["arguments"] for call in messages[batch.start]["tool_calls"]}
    handles = [re.match('<persisted-output path="([^"]+)"', text_of(each)) for each in messages if is_tool_result(each)]
    paths = [handle[1] for handle in handles if handle]

    def is_candidate(message):
        content = message.get("content")
        if not isinstance(content, str) or len(content) <= preview or content.startswith("<persisted-output"):
            return False
        return not any(path in arguments[message["tool_call_id"]] for path in paths)

    inside = range(batch.start + 1, batch.end)
    while sum(len(text_of(kept[index])) for index in inside) > limit:
        candidates = [index for index in inside if is_candidate(kept[index])]
        if not candidates:
            break
        longest = max(candidates, key=lambda index: len(kept[index]["content"]))
        call_id, text = kept[longest]["tool_call_id"], kept[longest]["content"]
        path = store(call_id, text)
        handle = f'<persisted-output path="{path}" chars="{len(text)}">\n{text[:preview]}\n</persisted-output>'
        kept[longest] = {**kept[longest], "content": handle}
        persisted.append(call_id)
    return {"messages": kept, "persisted": persisted}
    ### END SOLUTION


# %%
logs = [
    user("Why did the nightly build fail?"),
    assistant(
        calls=[
            call("a", "bash", {"command": "cat build.log"}),
            call("b", "bash", {"command": "cat test.log"}),
            call("c", "bash", {"command": "git diff"}),
        ]
    ),
    tool(long_text(90_000), "a"),
    tool(long_text(150_000), "b"),
    tool(long_text(3_000), "c"),
]
logs_stored = tool_result_budget(logs, outputs.save)
print(
    "stored:",
    logs_stored["persisted"],
    "·",
    estimate_messages(logs),
    "->",
    estimate_messages(logs_stored["messages"]),
    "tokens",
)
print(logs_stored["messages"][3]["content"][:120])

# %% check="tool_result_budget"
check(tool_result_budget).score

# %%
hint(tool_result_budget)

# %% [markdown]
# ## Order is a rule about losing data
#
# The model has read the logs and answered.
# Now the batch is old, and both of your functions have something to say about it.
# Here they are in the one order and in the other.
# **Say first** which of them loses something, and why the other does not.


# %%
def put_on_disk(messages):
    return tool_result_budget(messages, outputs.save, limit=50_000, preview=200)


def clear_all(messages):
    return micro_compact(messages, keep_recent=0)


answered = [*logs, assistant("A test could not find the table `orders`.")]
draw_cabinet(answered, outputs, clear=clear_all, store=put_on_disk)

# %%
draw_cabinet(answered, outputs, store=put_on_disk, clear=clear_all)

# %% [markdown]
# Cleared first, the logs are gone, and there is nothing left to store.
# Stored first, they are handles, and handles are never cleared: **persist before clearing.**
# The third result was too small for the cabinet and is lost in both orders; `git diff` can be run again.
#
# **Vary one thing.** Lower `limit` in `put_on_disk` until the third result survives as well.
# What does that cost?

# %% [markdown]
# ## 4.4 A name for each file
#
# `TaskOutputs` numbers its files, and so it has to look into the folder each time.
# Without a counter the name has to come from what is stored: the id of the call, and the text.
#
# - **Safe.** Ids come from a model.
#   One may be `../../etc/passwd`, empty, very long, or in any script.
#   A name has at most 64 characters, all of `A-Z a-z 0-9 . _ -`, and does not start with a dot.
# - **Its own.** Ids repeat, so id and text both matter: different where either differs, even by one character at the end of a long text, and also on a disk that takes `A` and `a` for the same.
# - **The same each time**, for the same id and text.
#
# Replacing characters makes different ids equal: `a/b` and `a_b` both become `a_b`.
# Cutting does too.
# So what tells two names apart has to be computed from everything: a **digest**.

# %%
hashlib.sha256("the whole text".encode("utf-8", "surrogatepass")).hexdigest()

# %% [markdown]
# 64 hexadecimal digits, another set for every other text; 16 of them are enough for any number of files you will meet, and 8 are not.
# (`surrogatepass` lets half an emoji through, which a plain `encode()` refuses.)
#
# **Predict:** the digest of `tool_call_id + text` is not enough.
# Which two calls get the same?
#
# <details><summary>Answer</summary>
#
# `safe_name("ab", "c")` and `safe_name("a", "bc")`: joined, both are `abc`.
# A newline between them only moves the trouble to ids and texts that hold a newline.
# The length of the id and a colon, written first, tell them apart; so does a digest of each.
# (Without the colon, a length of 1 before the id `1` reads like a length of 11.)
# </details>


# %% solution="safe_name"
def safe_name(tool_call_id, text):
    """Name the file of a result, so that nothing leaves its folder and nothing is overwritten.

    Rules:
        1. uses_safe_characters: a name is made of `A-Z a-z 0-9 . _ -`, and is not empty.
        2. differs_where_the_text_does: other text, another name, wherever in the text it differs.
        3. differs_where_the_id_does: another id, another name, also where ids differ by a case, by a character
            that is replaced, or behind the place where a long one is cut.
        4. differs_on_any_disk: names still differ where a disk takes small and capital letters for the same.
        5. has_at_most_sixty_four_characters: a name is never longer than 64.
        6. starts_without_a_dot: a name does not start with a dot.
        7. is_the_same_each_time: the same id and text get the same name, each time and in each process.
        8. takes_any_text: no character of id or text stops it, not even half of an emoji.

    Args:
        tool_call_id: the id of the call; any text, also an empty or a very long one.
        text: what the file will hold; any text.

    Returns:
        The name, without a folder.

    Examples:
        >>> safe_name("call/1", "a listing") == safe_name("call/1", "a listing")
        True
        >>> len({safe_name("call/1", "a"), safe_name("call_1", "a"), safe_name("Call_1", "a"), safe_name("call_1", "b")})
        4
        >>> "/" in safe_name("../../etc/passwd", "a listing")
        False
    """
    ### BEGIN SOLUTION
    whole = f"{len(tool_call_id)}:{tool_call_id}{text}"
    digest = hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    label = re.sub(r"[^A-Za-z0-9_-]+", "-", tool_call_id)[:24]
    return f"result-{label}-{digest}"
    ### END SOLUTION


# %%
for tool_call_id in ("call_7", "Call_7", "call/7", "../../etc/passwd", ""):
    print(safe_name(tool_call_id, "a long listing"))

# %% check="safe_name"
check(safe_name).score

# %%
hint(safe_name)

# %% [markdown]
# One thing `check` cannot see: Python's own `hash("text")` is another number **in every process**.
# A name made with it is new after each restart, and the files of yesterday are never found again.
# Restart the kernel, run the imports and your cell, and see whether the names above come back.
#
# **Vary one thing.** Give the cell above an id of 200 characters, and the same id with another last letter.
# Which part of the two names differs?

# %% [markdown]
# ## Look back
#
# 1. Your placeholder tells the model to run the tool again.
#    For which of the tools that you use is that bad advice?
# 2. Clearing changes old bytes, so the prompt cache misses from there on.
#    Would you clear one result a round, or ten results every ten rounds?
#
# Chapter 5 asks what to do when even placeholders are too many; chapter 6 puts a price on the second question.
# `solution(tool_result_budget)` shows one right version beside yours; it is more use after yours works.
