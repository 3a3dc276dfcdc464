import http.client
import http.server
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from openai import BadRequestError, InternalServerError, NotFoundError, OpenAI

from autograder.lab import (
    BadRequest,
    Endpoint,
    FactReader,
    FileReader,
    LabError,
    LabServer,
    OrphanResult,
    Overloaded,
    PromptTooLong,
    Provider,
    Summarizer,
    assistant,
    call,
    count_messages,
    facts_in,
    reading_session,
    system,
    tool,
    user,
    working_session,
)
from autograder.lab.chat_face import refusal
from autograder.lab.items import from_items, to_items

LONG = system("Read the whole of this before you answer. " * 200)


@pytest.fixture
def server() -> Iterator[LabServer]:
    with LabServer(Provider(window=8192)) as running:
        yield running


@pytest.fixture
def client(server: LabServer) -> Iterator[OpenAI]:
    with OpenAI(base_url=server.url, api_key="none", max_retries=0) as made:
        yield made


def _create(client: OpenAI, messages: list[Any], **arguments: Any) -> Any:
    return client.chat.completions.create(model="gpt-6-sol", messages=messages, **arguments)


def test_the_openai_client_gets_a_reply_with_usage(server: LabServer, client: OpenAI) -> None:
    completion = _create(client, [user("Good morning")])
    assert completion.choices[0].message.role == "assistant"
    assert completion.choices[0].message.content.startswith("I have read 1 messages")
    assert completion.choices[0].finish_reason == "stop"
    assert completion.usage.prompt_tokens == count_messages([user("Good morning")])
    assert completion.usage.total_tokens == completion.usage.prompt_tokens + completion.usage.completion_tokens
    assert server.provider.requests[0].messages == [user("Good morning")]


def test_the_openai_client_gets_a_streamed_reply_equal_to_the_plain_one(server: LabServer, client: OpenAI) -> None:
    plain = _create(client, [user("Good morning")])
    chunks = list(_create(client, [user("Good morning")], stream=True, stream_options={"include_usage": True}))
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert len(chunks) > 5
    assert text == plain.choices[0].message.content
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"
    assert chunks[-1].usage.prompt_tokens == plain.usage.prompt_tokens
    assert all(chunk.usage is None for chunk in _create(client, [user("Good morning")], stream=True))


def test_streamed_calls_put_together_are_the_calls() -> None:
    calls = [call("a", "grep", {"pattern": "x" * 40, "path": "你好"}), call("b", "ls", "")]
    with (
        LabServer(Provider(script=lambda _: assistant("Two at once.", calls))) as server,
        OpenAI(base_url=server.url, api_key="none", max_retries=0) as client,
    ):
        plain = _create(client, [user("go")]).choices[0].message
        with client.chat.completions.stream(model="x", messages=[{"role": "user", "content": "go"}]) as stream:
            streamed = stream.get_final_completion().choices[0]
    assert [each.model_dump() for each in plain.tool_calls] == calls
    assert streamed.finish_reason == "tool_calls"
    assert [(each.id, each.function.name, each.function.arguments) for each in streamed.message.tool_calls or ()] == [
        (each["id"], each["function"]["name"], each["function"]["arguments"]) for each in calls
    ]


def test_the_openai_client_gets_a_400_for_an_orphan(client: OpenAI) -> None:
    with pytest.raises(BadRequestError) as caught:
        _create(client, [user("?"), tool("1", "a")])
    body: Any = caught.value.body
    assert caught.value.status_code == 400
    assert body["type"] == "invalid_request_error"
    assert (body["param"], body["code"]) == ("messages.[1]", "orphan_result")
    assert "message 1 is a result for call 'a'" in body["message"]


def test_the_openai_client_gets_a_400_for_a_prompt_that_is_too_long(client: OpenAI) -> None:
    history = reading_session(form="live").history()
    with pytest.raises(BadRequestError) as caught:
        _create(client, history)
    assert caught.value.code == "context_length_exceeded"
    assert f"prompt is too long ({count_messages(history)} tokens > max 8192 tokens)" in caught.value.message


def test_the_openai_client_gets_a_cached_token_count(client: OpenAI) -> None:
    first, second = (_create(client, [LONG, user(text)]).usage for text in ("one", "two"))
    assert first.prompt_tokens_details.cached_tokens == 0
    assert second.prompt_tokens_details.cached_tokens == count_messages([LONG])
    assert second.prompt_tokens_details.cache_write_tokens == second.prompt_tokens - count_messages([LONG])


def test_an_agent_loop_of_the_openai_client_plays_the_reading_session() -> None:
    session = reading_session(rounds=5, form="live")
    with (
        LabServer(Provider(script=FileReader(5))) as server,
        OpenAI(base_url=server.url, api_key="none", max_retries=0) as client,
    ):
        messages: list[Any] = session.history(0)
        for played in session.rounds:
            message = _create(client, messages).choices[0].message
            messages += [message.model_dump(exclude_none=True), *played.then]
        assert _create(client, messages).choices[0].message.content == session.closing["content"]


def test_other_requests_the_client_can_make_are_answered_in_its_own_words(server: LabServer, client: OpenAI) -> None:
    assert [model.id for model in client.models.list()] == ["gpt-6-sol"]
    assert _create(client, [{"role": "developer", "content": "Be brief."}, user("hi")]).choices
    assert server.provider.requests[-1].messages[0] == system("Be brief.")
    assert _create(client, [user("hi")], max_completion_tokens=4).choices[0].finish_reason == "length"
    assert _create(client, [user("hi")], max_tokens=4).choices[0].finish_reason == "length"
    with pytest.raises(BadRequestError, match="n is 2; the lab gives one choice a request"):
        _create(client, [user("hi")], n=2)
    with pytest.raises(BadRequestError, match="max_tokens is 0; ask for at least 1"):
        _create(client, [user("hi")], max_tokens=0)
    with pytest.raises(BadRequestError, match="tools is of type str; send a list"):
        _create(client, [user("hi")], tools="ls")
    with pytest.raises(NotFoundError, match="POST /v1/embeddings is not offered here"):
        client.embeddings.create(model="x", input="y")


def test_a_script_that_fails_is_a_500_with_a_sentence() -> None:
    def broken(_: list[Any]) -> Any:
        raise ZeroDivisionError("oh")

    for script, sentence in (
        (broken, "the script failed: ZeroDivisionError"),
        (Summarizer("throwing"), "529 the prov"),
    ):
        with (
            LabServer(Provider(script=script)) as server,  # type: ignore[arg-type]
            OpenAI(base_url=server.url, api_key="none", max_retries=0) as client,
            pytest.raises(InternalServerError, match=sentence),
        ):
            _create(client, [user("hi")])


def _raw(server: LabServer, method: str, path: str, body: bytes | None, **headers: str) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(server.url.split("/")[2], timeout=10)
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "sentence"),
    [
        ("POST", "/v1/chat/completions", b"{", 400, "the body is not a JSON object"),
        ("POST", "/v1/chat/completions", b"[" * 100_000, 400, "the body is not a JSON object"),
        ("POST", "/v1/chat/completions", b"[]", 400, "the body is not a JSON object"),
        ("POST", "/v1/chat/completions", b"{}", 400, "messages is of type NoneType; send a list of messages"),
        ("POST", "/v1/chat/completions", b'{"messages": "hi"}', 400, "messages is of type str"),
        ("POST", "/v1/chat/completions", b'{"messages": [1]}', 400, "message 0 is not an object"),
        (
            "POST",
            "/v1/chat/completions",
            rb'{"messages": [{"role": "user", "content": "\ud83d"}]}',
            400,
            "half a character",
        ),
        (
            "POST",
            "/v1/chat/completions",
            b'{"messages": [], "max_tokens": "9"}',
            400,
            "max_tokens is '9'; send a whole",
        ),
        ("POST", "/v1/responses", b'{"input": 5}', 400, "input is neither text nor a list of items"),
        ("GET", "/", None, 404, "GET / is not offered here"),
        ("PUT", "/v1/models", b"", 501, "Unsupported method"),
    ],
)
def test_what_is_no_request_gets_a_sentence_in_json(
    server: LabServer, method: str, path: str, body: bytes | None, status: int, sentence: str
) -> None:
    got, answer = _raw(server, method, path, body)
    assert got == status
    assert sentence in answer["error"]["message"]


def test_a_body_without_length_or_far_too_large_is_refused_before_it_is_read(server: LabServer) -> None:
    for length, status in (("-1", b"411"), ("x", b"411"), ("99999999999", b"413"), ("9" * 5000, b"413")):
        with socket.create_connection(("127.0.0.1", int(server.url.split(":")[2].split("/")[0])), timeout=10) as raw:
            raw.sendall(f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n".encode())
            assert raw.recv(100).split()[1] == status
            while raw.recv(4096):
                pass


def test_many_clients_at_once_are_each_answered(server: LabServer) -> None:
    answers: list[int] = []

    def ask(number: int) -> None:
        body = json.dumps({"messages": [user(f"number {number}")]}).encode()
        answers.append(_raw(server, "POST", "/v1/chat/completions?x=1", body)[0])

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 12
    assert len(server.provider.requests) == 12


def test_the_server_listens_on_loopback_only_and_gives_its_port_back() -> None:
    with LabServer(Provider()) as server:
        port = int(server.url.split(":")[2].split("/")[0])
        assert server.url.startswith("http://127.0.0.1:")
        with pytest.raises(ValueError, match=rf"port {port} cannot be used: .*Choose another one, or 0 for any"):
            LabServer(Provider(), port)
    with LabServer(Provider(), port):
        pass
    with pytest.raises(ValueError, match="port 70000 cannot be used"):
        LabServer(Provider(), 70_000)
    with pytest.raises(ValueError, match="profile is 'anthropic': over HTTP the lab speaks OpenAI's forms only"):
        LabServer(Provider("anthropic"))


def test_serve_runs_as_a_process_until_it_is_interrupted() -> None:
    """The function behind `autograder serve`, in a process of its own, with the real client against it."""
    program = "from autograder.lab import serve; serve(0, profile='strict', window=100)"
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    url = process.stdout.readline().split("answers at ")[1].split()[0]
    assert process.stdout.readline().strip() == f"export OPENAI_BASE_URL={url} OPENAI_API_KEY=none"
    with OpenAI(base_url=url, api_key="none", max_retries=0) as client:
        assert _create(client, [user("hi")]).choices
        with pytest.raises(BadRequestError, match="are both from the user; merge them"):
            _create(client, [user("hi"), user("again")])
        with pytest.raises(BadRequestError, match="prompt is too long"):
            _create(client, [user("word " * 200)])
    process.send_signal(2)
    process.stdout.close()
    assert process.wait(timeout=20) == 0


def test_an_endpoint_is_asked_like_a_provider_and_refuses_with_the_same_errors(server: LabServer) -> None:
    endpoint, twin = Endpoint(server.url, "gpt-6-sol"), Provider(window=8192)
    for request in ([LONG, user("one")], [LONG, user("two")]):
        assert endpoint.complete(request) == twin.complete(request)
    with pytest.raises(OrphanResult, match=r"^400 message 1 is a result for call 'a'") as orphan:
        endpoint.complete([user("?"), tool("1", "a")])
    assert orphan.value.index == 1
    with pytest.raises(PromptTooLong) as long:
        endpoint.complete(reading_session(form="live").history())
    assert (long.value.tokens, long.value.window) == (10051, 8192)
    assert endpoint.complete([user("hi")], max_tokens=4).finish_reason == "length"


def test_an_endpoint_is_named_by_the_usual_environment_variables(
    server: LabServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.url + "/")
    monkeypatch.setenv("OPENAI_MODEL", "some-model")
    reply = Endpoint().complete([user("hi")], tools=[{"type": "function", "function": {"name": "ls"}}])
    assert reply.message["role"] == "assistant"
    assert reply.cost != reply.cost  # no price is known
    monkeypatch.delenv("OPENAI_MODEL")
    with pytest.raises(ValueError, match="model is missing: pass it, or set OPENAI_MODEL"):
        Endpoint()
    monkeypatch.delenv("OPENAI_BASE_URL")
    with pytest.raises(ValueError, match="url is missing: pass it, or set OPENAI_BASE_URL, such as http"):
        Endpoint(model="x")


def test_an_endpoint_that_is_not_there_or_says_something_else_is_named(server: LabServer) -> None:
    with pytest.raises(LabError, match=r"http://127.0.0.1:9/v1 gives no answer that can be read"):
        Endpoint("http://127.0.0.1:9/v1", "x").complete([user("hi")])
    with pytest.raises(LabError, match="404 POST /nothing/chat/completions is not offered here"):
        Endpoint(server.url.removesuffix("v1") + "nothing", "x").complete([user("hi")])
    with LabServer(Provider(script=Summarizer("throwing"))) as busy, pytest.raises(Overloaded):  # type: ignore[arg-type]
        Endpoint(busy.url, "x").complete([user("hi")])
    with pytest.raises(BadRequest, match="the request cannot be written as JSON"):
        Endpoint(server.url, "x").complete([user({1})])


@pytest.mark.parametrize(
    ("status", "content", "kind", "sentence"),
    [
        (200, b"{}", LabError, "answered something that is no chat completion"),
        (200, b"<html>", LabError, "gives no answer that can be read"),
        (502, b"<html>Bad gateway", LabError, "502 <html>Bad gateway"),
        (429, b"{}", Overloaded, "529 the provider is overloaded"),
        (400, b'{"error": {"message": "odd", "code": null}}', BadRequest, "400 odd"),
        (
            400,
            b'{"error": {"message": "too long", "code": "context_length_exceeded"}}',
            PromptTooLong,
            "400 prompt is too",
        ),
        (
            400,
            b'{"error": {"message": "the name is too long", "code": "name"}}',
            BadRequest,
            "400 the name is too long",
        ),
    ],
)
def test_an_endpoint_understands_what_others_answer(status: int, content: bytes, kind: type, sentence: str) -> None:
    """A refusal is about length only where its code says so: cline/cline#12375 took unrelated ones for it."""

    class Other(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Other) as other:
        thread = threading.Thread(target=other.handle_request)
        thread.start()
        with pytest.raises(kind) as caught:
            Endpoint(f"http://127.0.0.1:{other.server_address[1]}/v1", "x").complete([user("hi")])
        thread.join()
    assert type(caught.value) is kind
    assert sentence in str(caught.value)


def _loop(client: OpenAI, rounds: int, **arguments: Any) -> tuple[list[Any], list[Any]]:
    """Play the reading session over Responses, keeping every item; return them and the compactions seen."""
    session = reading_session(rounds, form="live")
    items: list[Any] = []
    compactions: list[Any] = []
    instructions, request = session.opening
    items.append({"role": "user", "content": request["content"]})
    for played in (*session.rounds, None):
        response = client.responses.create(model="x", instructions=instructions["content"], input=items, **arguments)
        items += [item.model_dump(exclude_none=True) for item in response.output]
        compactions += [item for item in response.output if item.type == "compaction"]
        if played is not None:
            output = played.then[0]
            items.append(
                {"type": "function_call_output", "call_id": output["tool_call_id"], "output": output["content"]}
            )
    return items, compactions


def test_responses_without_compaction_die_like_any_other_request() -> None:
    with (
        LabServer(Provider(window=8192, script=FileReader())) as server,
        OpenAI(base_url=server.url, api_key="none", max_retries=0) as client,
        pytest.raises(BadRequestError, match="prompt is too long"),
    ):
        _loop(client, 20)


def test_responses_with_a_threshold_are_compacted_by_the_server_and_go_on() -> None:
    provider = Provider(window=8192, script=FileReader())
    with (
        LabServer(provider) as server,
        OpenAI(base_url=server.url, api_key="none", max_retries=0) as client,
    ):
        items, compactions = _loop(client, 20, context_management=[{"type": "compaction", "compact_threshold": 5000}])
    assert items[-1]["content"][0]["text"] == "All 20 files are read."
    assert len(compactions) >= 2
    assert "retention" not in compactions[0].encrypted_content
    last = provider.requests[-1].messages
    assert count_messages(last) < 6000
    assert len(facts_in(last, reading_session().facts)) == 20


def test_what_stood_before_a_compaction_item_may_be_left_out() -> None:
    management: Any = [{"type": "compaction", "compact_threshold": 1000}]
    session = reading_session(6, form="live")
    with (
        LabServer(Provider(script=FactReader(session.facts))) as server,
        OpenAI(base_url=server.url, api_key="none", max_retries=0) as client,
    ):
        told = "\n".join(fact.sentence for fact in session.facts)
        items: list[Any] = [
            {"role": "user", "content": f"{told}\n{'word ' * 1200}"},
            {"role": "assistant", "content": "Noted."},
            {"role": "user", "content": "And now?"},
        ]
        first = client.responses.create(model="x", input=items, context_management=management)
        assert [item.type for item in first.output] == ["compaction", "message"]
        kept: list[Any] = [item.model_dump(exclude_none=True) for item in first.output]
        for asked in (items + kept, kept):
            question = [*asked, {"role": "user", "content": session.facts[3].question}]
            response = client.responses.create(model="x", input=question)
            assert response.output_text == session.facts[3].answer


def test_chained_responses_remember_and_an_unknown_one_is_refused() -> None:
    session = working_session(rounds=20)
    with (
        LabServer(Provider(script=FactReader(session.facts))) as server,
        OpenAI(base_url=server.url, api_key="none", max_retries=0) as client,
    ):
        first = client.responses.create(model="x", input=session.facts[2].sentence)
        second = client.responses.create(model="x", input=session.facts[2].question, previous_response_id=first.id)
        assert second.output_text == session.facts[2].answer
        assert second.previous_response_id == first.id
        forgotten = client.responses.create(model="x", input="hi", store=False)
        for id in (forgotten.id, "resp_x"):
            with pytest.raises(BadRequestError, match="no response of that id is remembered"):
                client.responses.create(model="x", input="hi", previous_response_id=id)


def test_the_compaction_pass_is_billed(server: LabServer, client: OpenAI) -> None:
    management: Any = [{"type": "compaction", "compact_threshold": 1000}]
    text = "The key is KX-1000. " + "word " * 1500
    response: Any = client.responses.create(
        model="x", input=[{"role": "user", "content": text}], context_management=management
    )
    assert [item.type for item in response.output] == ["message"]  # one request cannot be made smaller
    items: Any = [
        {"role": "user", "content": text},
        {"role": "assistant", "content": "Noted."},
        {"role": "user", "content": "And?"},
    ]
    response = client.responses.create(model="x", input=items, context_management=management)
    assert [item.type for item in response.output] == ["compaction", "message"]
    pass_and_answer = server.provider.requests[-2:]
    assert response.usage.input_tokens == sum(each.reply.tokens.prompt for each in pass_and_answer if each.reply)
    assert "KX-1000" in pass_and_answer[1].messages[0]["content"]
    assert pass_and_answer[1].messages[1] == user("And?")


CALL = {"type": "function_call", "call_id": "a", "name": "ls", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "a", "output": "x.md"}


@pytest.mark.parametrize(
    ("items", "sentence"),
    [
        ([OUTPUT], "item 0 is an output for 'a', but no call before it has that id"),
        ([OUTPUT, CALL], "item 0 is an output for 'a'"),
        ([CALL, OUTPUT, OUTPUT], "item 2 is an output for 'a'"),
        ([{"role": "user", "content": "hi"}, CALL], "item 1 is the call 'a', and no output answers it"),
        ([{"type": "odd"}], "item 0 has the type 'odd'; the lab takes message, function_call"),
        ([{"type": "function_call", "call_id": "a"}], "item 0, a function_call, has no name"),
        ([{"content": "no role"}], "item 0, a message, has no role"),
        ([{"type": "compaction", "encrypted_content": "changed"}], "item 0 is a compaction item that was changed"),
        ([{"type": "compaction"}], "item 0 is a compaction item that was changed"),
        ([{"role": "user", "content": [{"type": "input_text"}]}], "message 0 has the text part 0 without text"),
    ],
)
def test_items_that_break_the_format_are_named(client: OpenAI, items: list[Any], sentence: str) -> None:
    with pytest.raises(BadRequestError) as caught:
        client.responses.create(model="x", input=items)
    assert sentence in caught.value.message


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"stream": True}, "stream is true; the lab streams chat completions only"),
        (
            {"context_management": [{"type": "magic"}]},
            "context_management has an entry that is not of the type compaction",
        ),
        (
            {"context_management": [{"type": "compaction", "compact_threshold": "9"}]},
            "compact_threshold is '9'; send a whole",
        ),
    ],
)
def test_what_the_lab_does_not_do_is_said(client: OpenAI, arguments: Any, sentence: str) -> None:
    with pytest.raises(BadRequestError) as caught:
        client.responses.create(model="x", input="hi", **arguments)
    assert sentence in caught.value.message


def test_items_and_messages_mean_the_same() -> None:
    second = {**CALL, "call_id": "b"}
    items: list[dict[str, Any]] = [
        {"role": "developer", "content": "Be brief."},
        {
            "role": "user",
            "content": [{"type": "input_text", "text": "see"}, {"type": "input_image", "image_url": "https://x.y"}],
        },
        {"type": "reasoning", "id": "r", "summary": []},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Both."}]},
        CALL,
        second,
        {"type": "message", "role": "user", "content": "meanwhile"},
        {**OUTPUT, "call_id": "b", "output": "2"},
        {**OUTPUT, "output": "1"},
    ]
    history = from_items(items)
    assert [message["role"] for message in history] == ["system", "user", "assistant", "tool", "tool", "user"]
    assert [message["content"] for message in history[3:]] == ["1", "2", "meanwhile"]
    assert history[1]["content"][1] == {"type": "image_url", "image_url": {"url": "https://x.y"}}
    reply = assistant("text", [call("a", "ls", {"x": 1})])
    assert [item["type"] for item in to_items(reply, "1")] == ["message", "function_call"]
    assert from_items([*to_items(reply, "1"), {**OUTPUT, "call_id": "a"}])[0]["tool_calls"] == reply["tool_calls"]


def test_error_codes_are_the_names_of_the_errors() -> None:
    status, body = refusal(OrphanResult("x", 3, ("a",)))
    assert (status, body["error"]["code"], body["error"]["param"]) == (400, "orphan_result", "messages.[3]")
