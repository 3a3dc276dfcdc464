import json
from dataclasses import replace
from typing import Any

import pytest

from autograder.lab import (
    BadRequest,
    Fact,
    LabError,
    OrphanResult,
    PromptTooLong,
    assistant,
    call,
    check_pairing,
    count_messages,
    errors,
    facts_in,
    long_history,
    reading_session,
    system,
    to_blocks,
    tool,
    user,
)
from autograder.lab.models import MODELS, model_named
from autograder.lab.provider import Provider
from autograder.lab.scripts import UNKNOWN, FactReader, FileReader, Scripted
from autograder.lab.usage import Usage

LONG = system("Read the whole of this before you answer. " * 200)  # about 1,800 tokens
SOL = MODELS["gpt-6-sol"]


def test_a_reply_comes_with_usage_in_openai_words_and_a_cost() -> None:
    reply = Provider().complete([user("Good morning")])
    assert reply.message["role"] == "assistant"
    assert reply.finish_reason == "stop"
    assert reply.usage["prompt_tokens"] == count_messages([user("Good morning")])
    assert reply.usage["total_tokens"] == reply.usage["prompt_tokens"] + reply.usage["completion_tokens"]
    assert reply.cost == pytest.approx((reply.tokens.prompt * 2 + reply.tokens.output * 10) / 1_000_000)


def test_the_reply_weighs_in_the_next_prompt_what_its_usage_says() -> None:
    """So that usage plus what is new is the next prompt, exactly."""
    provider, history = Provider(script=FileReader()), reading_session(rounds=0).history()
    for number in range(1, 4):
        reply = provider.complete(history)
        result = tool(f"# file_{number}.md", f"call_{number}")
        history += [reply.message, result]
        expected = reply.usage["total_tokens"] + count_messages([result])
        assert provider.complete(history, script=lambda _: assistant("x")).usage["prompt_tokens"] == expected


def test_anthropic_answers_in_blocks_and_counts_the_cached_part_apart() -> None:
    provider = Provider("anthropic", model="claude-sonnet-5", script=lambda _: assistant("on it", ["a"]))
    first = provider.complete(system=LONG["content"], messages=[user("go")])
    assert first.message["content"][-1] == {"type": "tool_use", "id": "a", "name": "read_file", "input": {}}
    assert first.finish_reason == "tool_use"
    second = provider.complete(system=LONG["content"], messages=[user("go")])
    assert (second.usage["input_tokens"], second.usage["cache_read_input_tokens"]) == (0, first.tokens.prompt)
    assert (
        set(first.usage)
        == set(second.usage)
        == {
            "input_tokens",
            "cache_creation_input_tokens",
            "cache_read_input_tokens",
            "output_tokens",
        }
    )


def test_block_form_and_flat_form_weigh_the_same() -> None:
    history = reading_session(rounds=5, form="live").history()
    flat, blocks = Provider().complete(history), Provider("anthropic").complete(**to_blocks(history))
    assert flat.tokens.prompt == blocks.tokens.prompt


@pytest.mark.parametrize(("form", "refused"), [("live", 18), ("measuring", 19)])
def test_the_unmanaged_reading_session_dies_in_a_window_of_8192(form: str, refused: int) -> None:
    provider = Provider(window=8192)
    for number, history in enumerate(reading_session(form=form).histories(), start=1):
        if number < refused:
            provider.complete(history)
            continue
        with pytest.raises(PromptTooLong) as caught:
            provider.complete(history)
        assert caught.value.tokens == count_messages(history)
        assert caught.value.window == 8192
        assert str(caught.value) == f"400 prompt is too long ({caught.value.tokens} tokens > max 8192 tokens)"


def test_room_kept_for_the_reply_is_no_room_for_the_prompt() -> None:
    """earendil-works/pi#8061: refused although the prompt alone would fit."""
    request = [user("x " * 100)]
    size = count_messages(request)
    provider = Provider(window=size + 10)
    assert provider.complete(request, max_tokens=10).tokens.output <= 10
    with pytest.raises(PromptTooLong) as caught:
        provider.complete(request, max_tokens=11)
    assert (caught.value.tokens, caught.value.window) == (size, size - 1)


def test_a_reply_without_room_is_cut_and_says_so() -> None:
    provider = Provider(script=lambda _: assistant("one two three " * 20, ["a"]))
    for room in range(1, 40):
        reply = provider.complete([user("?")], max_tokens=room)
        assert reply.finish_reason == "length"
        assert "tool_calls" not in reply.message
        assert reply.tokens.output <= max(room, count_messages([assistant("")]))
        assert ("one two three " * 20).startswith(reply.message["content"])


def test_a_refused_request_raises_the_profile_error_and_costs_nothing() -> None:
    provider = Provider()
    with pytest.raises(OrphanResult) as caught:
        provider.complete([user("?"), tool("1", "a")])
    assert (caught.value.index, caught.value.ids) == (1, ("a",))
    assert provider.cost == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"messages": None}, "messages is of type NoneType; send a list of messages"),
        ({"messages": [user("?")], "tools": ["ls"]}, "a tool definition is not an object"),
        ({"messages": [user("?")], "max_tokens": 0}, "max_tokens is 0; ask for at least 1"),
        ({"messages": [user("?")], "max_tokens": 1_050_000}, "leaves no room in a window of 1050000"),
        ({"messages": [user("?")], "system": "x"}, "the field `system` belongs to block form"),
        ({"messages": [user([{"type": "odd", "value": {1, 2}}])]}, "message 0 cannot be written as JSON"),
        ({"messages": [user([{"type": "odd", "value": float("nan")}])]}, "message 0 cannot be written as JSON"),
    ],
)
def test_what_is_no_request_is_refused_with_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    provider = Provider()
    with pytest.raises(BadRequest, match=r"^400 ") as caught:
        provider.complete(**arguments)
    assert sentence in str(caught.value)
    assert provider.requests[0].error is caught.value


def test_a_bad_profile_model_or_window_is_named() -> None:
    with pytest.raises(ValueError, match="profile is 'gemini': the profiles are openai-chat, anthropic, strict"):
        Provider("gemini")
    with pytest.raises(ValueError, match="model is 'gpt-2': the table of prices has gpt-6-sol"):
        Provider(model="gpt-2")
    with pytest.raises(ValueError, match="window is 0: a window holds at least 1 token"):
        Provider(window=0)


def test_every_request_is_recorded_as_it_was_sent() -> None:
    provider, history = Provider(window=100), [user("?")]
    provider.complete(history)
    history[0]["content"] = "changed afterwards"
    with pytest.raises(LabError):
        provider.complete([*history, tool("1", "a")])
    with pytest.raises(LabError):
        provider.complete([user("long " * 200)], tools=[{"type": "function"}])
    first, second, third = provider.requests
    assert first.messages == [user("?")]
    assert first.reply is not None
    assert second.messages == [user("changed afterwards"), tool("1", "a")]
    assert isinstance(second.error, OrphanResult)
    assert isinstance(third.error, PromptTooLong)
    assert third.tools == [{"type": "function"}]
    first.messages.clear()
    assert first.messages == [user("?")]


def test_a_reply_is_nobody_elses_and_a_provider_prints_as_one_line() -> None:
    said = assistant("one", ["a"])
    provider = Provider(script=Scripted([said]), window=8192)
    provider.complete([user("?")]).message["tool_calls"].clear()
    assert said == assistant("one", ["a"])
    assert repr(provider) == "<Provider openai-chat: gpt-6-sol, window 8,192, 1 requests>"


def test_what_a_script_raises_goes_out_and_is_recorded() -> None:
    provider = Provider(script=Scripted([]))
    with pytest.raises(LabError, match="the script has 0 replies, and all were given"):
        provider.complete([user("?")])
    assert isinstance(provider.requests[0].error, LabError)


def test_an_equal_front_is_read_from_the_cache_and_the_rest_written() -> None:
    provider = Provider()
    first = provider.complete([LONG, user("one")])
    assert (first.tokens.cache_read, first.tokens.cache_write) == (0, first.tokens.prompt)
    second = provider.complete([LONG, user("two"), assistant("2"), user("three")])
    assert second.tokens.cache_read == count_messages([LONG])
    assert second.tokens.cache_write == count_messages([user("two"), assistant("2"), user("three")])
    assert second.usage["prompt_tokens_details"]["cached_tokens"] == second.tokens.cache_read
    again = provider.complete([LONG, user("two"), assistant("2"), user("three")])
    assert (again.tokens.cache_read, again.tokens.cache_write, again.tokens.uncached) == (second.tokens.prompt, 0, 0)


def test_writing_costs_a_quarter_more_and_reading_a_tenth() -> None:
    provider = Provider()
    plain = Usage(uncached=1000).cost(provider.model)
    assert Usage(cache_write=1000).cost(provider.model) == pytest.approx(1.25 * plain)
    assert Usage(cache_read=1000).cost(provider.model) == pytest.approx(0.1 * plain)


def test_a_changed_byte_in_the_first_message_loses_the_whole_cache() -> None:
    provider = Provider()
    provider.complete([LONG, user("one")])
    changed = system(LONG["content"] + ".")
    assert provider.complete([changed, user("one")]).tokens.cache_read == 0


def test_a_front_below_the_minimum_is_not_cached() -> None:
    request = [user("word " * 1000)]
    size = count_messages(request)
    for minimum, cached in ((size, size), (size + 1, 0)):
        provider = Provider(model=replace(SOL, cache_minimum=minimum))
        assert provider.complete(request).tokens.cache_write == cached
        assert provider.complete(request).tokens.cache_read == cached


def test_a_cached_front_expires_by_the_providers_own_clock_and_use_renews_it() -> None:
    provider = Provider(model="claude-sonnet-5")
    request = [LONG, user("one")]
    provider.complete(request)
    for seconds, hit in ((300, True), (300, True), (301, False), (0, True)):
        provider.wait(seconds)
        assert (provider.complete(request).tokens.cache_read > 0) is hit
    assert [each.seconds for each in provider.requests] == [0, 300, 600, 901, 901]


def test_other_tools_another_model_or_no_caching_share_nothing() -> None:
    request, tools = [LONG, user("one")], [{"type": "function", "function": {"name": "ls"}}]
    provider = Provider()
    provider.complete(request)
    assert provider.complete(request, tools=tools).tokens.cache_read == 0
    provider.switch("gpt-4o-mini")
    assert provider.complete(request).tokens.cache_read == 0
    provider.switch("gpt-6-sol")
    assert provider.complete(request).tokens.cache_read > 0
    uncached = Provider(caching=False)
    for _ in range(2):
        tokens = uncached.complete(request).tokens
        assert (tokens.cache_read, tokens.cache_write, tokens.uncached) == (0, 0, tokens.prompt)


def test_a_refused_request_warms_no_cache() -> None:
    size = count_messages([LONG])
    provider = Provider(window=size + 20)
    with pytest.raises(PromptTooLong):
        provider.complete([LONG, user("word " * 50)])
    assert provider.complete([LONG]).tokens.cache_read == 0


def test_a_move_to_a_smaller_model_refuses_what_the_larger_one_took() -> None:
    provider, request = Provider(window=500), [user("word " * 200)]
    provider.complete(request)
    provider.switch("gpt-4o-mini", window=100)
    with pytest.raises(PromptTooLong):
        provider.complete(request)
    assert [each.model for each in provider.requests] == ["gpt-6-sol", "gpt-4o-mini"]


def test_tools_are_counted() -> None:
    tools = [{"type": "function", "function": {"name": "read_file", "description": "Read one file."}}]
    with_tools = Provider().complete([user("?")], tools=tools).tokens.prompt
    assert with_tools > Provider().complete([user("?")]).tokens.prompt + 10


def test_totals_are_the_sum_of_all_replies() -> None:
    provider = Provider()
    replies = [provider.complete([LONG, user(text)]) for text in "abc"]
    assert provider.usage == replies[0].tokens + replies[1].tokens + replies[2].tokens
    assert provider.cost == pytest.approx(sum(reply.cost for reply in replies))


def test_every_price_has_a_source_and_a_date_and_reading_is_never_dearer_than_writing() -> None:
    for name, model in MODELS.items():
        assert model_named(name) is model
        assert model.source.startswith("https://")
        assert model.date.startswith("20")
        assert model.cache_read < model.input <= model.cache_write < model.output


def test_the_file_reader_plays_the_reading_session_live() -> None:
    session, provider = reading_session(rounds=3, form="live"), Provider(script=FileReader(3))
    history = session.history(0)
    for played in session.rounds:
        reply = provider.complete(history).message
        assert reply == played.reply
        history += [reply, *played.then]
    assert provider.complete(history).message == session.closing
    check_pairing(history)


def test_the_fact_reader_knows_only_what_stands_in_the_request() -> None:
    session = reading_session(rounds=3)
    provider = Provider(script=FactReader(session.facts))
    question = user(session.facts[1].question)
    assert provider.complete([*session.history(), question]).message["content"] == session.facts[1].answer
    assert provider.complete([*session.history(1), question]).message["content"] == UNKNOWN
    assert facts_in([question], session.facts) == []
    assert provider.complete([user("hello")]).message["content"].startswith("I have read 1 messages")


def test_the_fact_reader_does_not_take_the_question_for_the_answer() -> None:
    fact = Fact("value", "It is seven.", "Is it seven?", "seven")
    script = FactReader([fact])
    assert script([user(fact.question)])["content"] == UNKNOWN
    assert script([user(fact.sentence), user(fact.question)])["content"] == "seven"


def test_a_request_of_twenty_thousand_messages_is_answered() -> None:
    history = [*long_history(20_000), user("and?")]
    assert Provider(window=10**9).complete(history).tokens.prompt == count_messages(history)


def test_two_equal_runs_give_equal_bills() -> None:
    def run() -> list[Any]:
        provider = Provider(script=lambda _: assistant("ok", [call("a")]))
        for history in reading_session(rounds=8, form="live").histories():
            provider.complete(history)
        return [each.reply for each in provider.requests]

    assert run() == run()
    assert json.dumps(run()[0].usage)


def test_errors_name_themselves_as_a_400() -> None:
    for error in (errors.PromptTooLong(), errors.PromptTooLong(9000, 8192), errors.BadRequest("x")):
        assert str(error).startswith("400 ")
