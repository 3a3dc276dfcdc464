# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 3 · Forget: the sliding window
#
# **You will write** `find_safe_tail_start` and `trim_history`: an agent that forgets the middle of a conversation and never splits a tool call from its result.
#
# About 50 minutes · difficulty ●●○ · nothing to install, no key, no network

# %% [markdown]
# ## What happened
#
# An agent read four files in one step, with four parallel tool calls.
# Two rounds later its history was over the limit, so the oldest messages were cut away, and the cut fell between the second result and the third.
# From then on every request came back with status 400: a `tool` message must answer an earlier message with `tool_calls`.
# The session could not be continued, and its work was lost.
#
# The guard against this was there: it looked one message back.
# Looking one message back works while every step makes a single call, and fails in about two of five histories with two to four parallel ones.
# It has been filed against shipping products ([use-agent-os/agent-os#3077](https://github.com/use-agent-os/agent-os/issues/3077), [langchain-ai/langmem#126](https://github.com/langchain-ai/langmem/issues/126)).

# %%
from autograder import check, hint, solution, watch
from autograder.lab import assistant, call, check_pairing, tool, user
from autograder.widgets import try_cut

# %% [markdown]
# ## A worked example
#
# A history is a list of plain dicts, oldest first.
# The lab has constructors whose names are the roles.
# An assistant message with calls and every result directly after it are one **batch**.

# %%
history = [
    user("What do the two notes say?"),
    assistant(calls=[call("a", "read_file", {"path": "one.md"}), call("b", "read_file", {"path": "two.md"})]),
    tool("Buy milk.", "a"),
    tool("Call Ada.", "b"),
    assistant("Buy milk, and call Ada."),
    user("And when?"),
]
watch(history)

# %% [markdown]
# The simplest way to forget keeps the last few messages.
# Here is what a provider says to the last three, and to the last two:

# %%
for count in (3, 2):
    try:
        check_pairing(history[-count:])
        print(f"last {count}: accepted")
    except Exception as refused:
        print(f"last {count}: {refused}")

# %% [markdown]
# ## Predict
#
# Which is the largest start at which at least 3 messages remain and no batch is split?
# Write your number down before you open the answer.
#
# <details><summary>Answer</summary>
#
# At message 1. Starting at 3 would leave `tool("Call Ada.", "b")` without its call, and so would starting at 2.
# The batch is messages 1 to 3, so the tail has to begin at message 1: five messages remain where three were desired.
# **Pairing outranks the count.**
# </details>

# %% [markdown]
# ## 3.1 Where may the tail begin?
#
# Write `find_safe_tail_start`. Its rules are in the docstring, and `check` judges by them, in that order.
#
# | history | desired | start | why |
# | --- | --- | --- | --- |
# | user, assistant, user | 2 | 1 | no batch is near |
# | user, **calls a b, tool a, tool b**, user | 2 | 1 | index 3 is inside the batch |
# | the same | 1 | 4 | only the last message |
# | the same | 9 | 0 | there are not more |


# %% solution="find_safe_tail_start"
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
    ### BEGIN SOLUTION
    if desired < 0:
        raise ValueError(f"desired is {desired}: a tail cannot hold fewer than 0 messages. Use desired >= 0.")
    if desired == 0:
        return len(messages)
    start = max(0, len(messages) - desired)
    while start > 0 and messages[start].get("role") == "tool":
        start -= 1
    return start
    ### END SOLUTION


# %% [markdown]
# Try it before you check it. Change the number, and say first what will come out.

# %%
find_safe_tail_start(history, desired=3)

# %% check="find_safe_tail_start"
check(find_safe_tail_start).score

# %% [markdown]
# Stuck? `hint` gives a small push, and another one after your next attempt.

# %%
hint(find_safe_tail_start)

# %% [markdown]
# Now cut by hand: drag the line, or use the arrow keys, through a history with parallel calls.
# The marks say which cut a provider refuses; the triangle is where your function would cut.

# %%
try_cut(find_safe_tail_start)

# %% [markdown]
# ## 3.2 The sliding window
#
# Now the whole window: the first messages say what the task is, the last ones what is going on, and the middle is forgotten.
#
# - At most `max_messages`: everything stays.
# - Otherwise the first `head` messages stay, **grown right** to the end of their batch,
#   and the last `max_messages - head`, **grown left** to the start of theirs, but never past the head.
# - The answer may be longer than `max_messages`: a window with one message too many is cheap, a 400 is not.
#
# You may use your `find_safe_tail_start`, or not.
#
# **Predict:** eight messages, of which 1 to 5 are one batch with four results; `max_messages=4, head=2`. How many stay?
#
# <details><summary>Answer</summary>
#
# All eight. The head, messages 0 and 1, grows right to the end of the batch: 0 to 5.
# The tail, the last two, are messages 6 and 7. Nothing lies between them, and `dropped` is 0.
# </details>


# %% solution="trim_history"
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
    ### BEGIN SOLUTION
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
    ### END SOLUTION


# %%
trim_history(history, max_messages=3, head=1)

# %% check="trim_history"
check(trim_history).score

# %%
hint(trim_history)

# %% [markdown]
# ## Watch it work
#
# A session of a file-tidying assistant, with no window at all on the left, and with **your** function on the right.
# Each bar is a message, as tall as its tokens.

# %%
watch(trim_history)

# %% [markdown]
# **Vary one thing.** Give it `max_messages=9`: an odd number of messages for the tail, while every step of this session adds two.
# Say first what the provider would answer to a function that cuts by count alone, and in which round.

# %%
watch(trim_history, max_messages=9, head=2)

# %% [markdown]
# ## Look back
#
# 1. Your window protects pairs. Does it protect the user's last request? Think of one request that is followed by twelve tool calls.
# 2. A window drops what the agent read, and the agent may need it again. Where should it go instead of nowhere?
#
# The first question is answered in chapter 7, the second in chapter 4.
# `solution(trim_history)` shows one right version; it is more use after yours works.
