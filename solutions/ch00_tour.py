# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 0 · See it die
#
# **A tour, and nothing to write.**
# Run the cells one by one with Shift+Enter, and click a prediction before you run on; a wrong one teaches more than none.
# At the end you know what the other chapters are for.
#
# About 10 minutes · difficulty ●○○ · nothing to install, no key, no network

# %% [markdown]
# ## An agent is a loop
#
# ```python
# while True:
#     reply = model(messages)            # sends all of them
#     messages.append(reply)
#     for call in reply.tool_calls:
#         messages.append(run(call))     # a file, a page, a log
# ```
#
# The model remembers nothing between two requests, so each request carries everything that was said and read so far.
# Two things follow: nothing ever leaves `messages`, and every round costs more than the one before.
#
# The model, the files and the provider of this course are simulated, so that every run gives the same numbers.
# The provider refuses, counts, caches and bills like the real ones.

# %%
from given_ch00 import estimate_messages, manage_context

# %%
from autograder import watch
from autograder.lab import Provider, Summarizer, facts_in, play, reading_session
from autograder.widgets import draw_bill, predict

session = reading_session(form="live")
for message in session.history(2):
    calls = [call["function"]["arguments"] for call in message.get("tool_calls") or []]
    print(f"{message['role']:>9} | {message['content'] or calls}"[:100])

# %% [markdown]
# An assistant is to read 20 files, one a round, and sum them up.
# File 1 has about 200 characters, file 2 about 400, and file 20 about 4,000: no file is large.
# All 20 together have 42,000 characters, which is some 9,000 tokens.
#
# The model's **window**, the most it takes in one request, has 8,192.

# %%
run = play(session, Provider(window=8192))
predict(
    "In which round does the provider refuse the request?",
    ["round 8", "round 13", "round 18", "never: it reads all 20 files"],
    answer=f"round {run.died_in}",
    because="The prompt of a round holds every file read before it. It stays small for long, and then it does not.",
)

# %%
print(f"the provider, in round {run.died_in}: {run.error}")
print(f"the estimate of this course for the same prompt: {estimate_messages(run.sent):,} tokens")

# %% [markdown]
# That is the end of the session.
# `400` is the code of a request that is refused as it is: whoever sends it again is refused again, for the history has not become shorter.
#
# Two counts of the same prompt stand there, and they differ.
# The **provider's own** is what decides and what is billed, but it comes after the request.
# The **estimate** is ours, and is there before it.
# How wrong an estimate may be, and what to do about it, is chapter 1.

# %% [markdown]
# ## What was paid for
#
# Every request was billed with all that it carried, most of it for the second, fifth or seventeenth time.

# %%
total, first_time = run.tokens.prompt, run.lines[-1].tokens.prompt
predict(
    "Of all prompt tokens in the bill, how many were sent for the first time?",
    ["85 %", "50 %", "30 %", "15 %"],
    answer=f"{100 * first_time / total:.0f} %",
    because="What is read in round 1 is sent in every round after it, too.",
)

# %%
print(f"{total:,} prompt tokens were billed, and the last accepted prompt had {first_time:,}")
print(f"sent for the first time: {100 * first_time / total:.0f} %; sent again: {100 - 100 * first_time / total:.0f} %")
draw_bill(everything_sent=run)

# %% [markdown]
# The dashed part was sent again as well, but the provider recognised the front of the prompt and charged a tenth for it.
# That is a **prompt cache**, and you will meet it in chapter 6.

# %% [markdown]
# ## The same with a pipeline
#
# `manage_context` is the function that you will have written at the end of chapter 7.
# Before each request it cuts each result at 800 characters, keeps the first two messages and the newest ones, 12 in all, and has the middle summarised by a second model if that is not enough.
# At the end it makes sure that the user's request is still there.
# `Summarizer` plays the second model.

# %%
helper = Summarizer()
managed = play(session, Provider(window=8192), lambda messages: manage_context(messages, helper))
print("died" if managed.error else "read all 20 files", "with a longest prompt of", end=" ")
print(max(line.tokens.prompt for line in managed.lines), "tokens")

# %% [markdown]
# Walk through both runs with the slider, round by round, or press Play: on the left everything is sent, on the right the pipeline decides.

# %%
watch(manage_context, summarize=helper)

# %% [markdown]
# ## The bill
#
# Compare it with a run without any pipeline that does not die, in a window that is large enough.

# %%
everything = play(session, Provider(window=100_000))
print(f"{everything.tokens.prompt:,} prompt tokens without a pipeline, {managed.tokens.prompt:,} with one")
predict(
    "The pipeline sends a quarter of the tokens. What does it cost, in percent of what sending everything costs?",
    ["25 %", "50 %", "105 %", "200 %"],
    answer=f"{100 * managed.cost / everything.cost:.0f} %",
    because="What is sent without a pipeline always begins like the prompt before it, so most of it costs a tenth. "
    "A window that moves on begins differently each round, and all of it is paid in full.",
)

# %%
draw_bill(everything_sent=everything, managed=managed)

# %% [markdown]
# Fewer tokens are not a smaller bill.
# They are what keeps the session **alive**; what it costs depends on where you cut.

# %% [markdown]
# ## The honest second look
#
# In the middle of each file stands one value, such as "The retention code of file_2.md is RC-7838."
# The task was to read the files.

# %%
predict(
    "Of the 20 values, how many can still be answered from the last request of the pipeline?",
    [20, 15, 5, 0],
    answer=len(facts_in(managed.sent, session.facts)),
    because="Only the files read last are left, and each is cut at character 800, before its middle.",
)

# %%
results = [message for message in managed.sent if message["role"] == "tool"]
print(f"{len(results)} of 20 results are left, of at most {max(len(each['content']) for each in results)} characters")
print(f"{len(facts_in(managed.sent, session.facts))} of {len(session.facts)} values can be answered")
print(f"the summariser was asked {len(helper.requests)} times")

# %% [markdown]
# The run is steady and never fails, the prompt is small, and the task is lost.
# The summariser could not help: the first two steps had made the prompt so small that nobody asked it.
# **Small is not the same as useful.**
# A pipeline is as good as what it keeps, and that is why this course has more than one chapter.
#
# | question | chapter |
# | --- | --- |
# | How full is the window, before anyone is billed? | 1 · an estimate, a budget, an anchor |
# | A single result is too long. What of it stays? | 2 · cut at the entrance |
# | What may be forgotten, without a 400? | 3 · the sliding window |
# | Where does an old result go instead of nowhere? | 4 · placeholders and files |
# | What must a summary keep, and what when it fails? | 5 · summarise |
# | How does the front of the prompt stay cheap? | 6 · the system prompt in layers |
# | In which order, and what when nothing helps? | 7 · one pipeline |
# | What does it cost, and what does it still know? | 8 · the arena |
#
# Go on with chapter 1, or with the one whose question you came with: each brings right versions of what it needs from the earlier ones.
