"""The lab's provider over HTTP on loopback, so that the real `openai` client, or any agent, can be pointed at it.

It answers on this machine only, needs no key, and forgets everything when it stops.
"""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import Lock, Thread
from typing import Any

from autograder.lab import chat_face, responses_face
from autograder.lab.chat_face import Body, error_body, refusal
from autograder.lab.errors import LabError
from autograder.lab.models import Model
from autograder.lab.provider import Provider
from autograder.lab.rules import ANTHROPIC, OPENAI
from autograder.lab.scripts import Script, acknowledge

HOST = "127.0.0.1"
PORT = 8765
LARGEST_BODY = 64 * 1024 * 1024  # bytes
IDLE_SECONDS = 60


class LabServer:
    """A provider that listens on a port of loopback while the `with` block runs.

    Attributes:
        provider: who answers; its `requests` show what came.
        url: what a client takes as `base_url`.

    Examples:
        >>> from autograder.lab import Provider
        >>> with LabServer(Provider()) as server:
        ...     server.url.startswith("http://127.0.0.1:")
        True
    """

    def __init__(self, provider: Provider, port: int = 0) -> None:
        """Take a port.

        Args:
            provider: of a profile in flat form.
            port: 0 takes one that is free.

        Raises:
            ValueError: the provider's profile has no face here, or the port cannot be had.
        """
        if provider.profile == ANTHROPIC:
            raise ValueError(f"profile is {ANTHROPIC!r}: over HTTP the lab speaks OpenAI's forms only.")
        try:
            self._http = _Http((HOST, port), _Handler)
        except (OSError, OverflowError) as error:
            raise ValueError(f"port {port} cannot be used: {error}. Choose another one, or 0 for any.") from error
        self.provider = provider
        self._http.face = _Face(provider)
        self.url = f"http://{HOST}:{self._http.server_address[1]}/v1"
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    def __enter__(self) -> "LabServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def run(self) -> None:
        """Answer in this thread until it is interrupted."""
        try:
            self._http.serve_forever()
        except KeyboardInterrupt:
            pass
        finally:
            self._http.server_close()


def serve(
    port: int = PORT,
    *,
    profile: str = OPENAI,
    model: str | Model = "gpt-6-sol",
    window: int | None = None,
    script: Script = acknowledge,
) -> None:
    """Answer OpenAI's API on loopback until the process is interrupted.

    Args:
        port: 0 takes one that is free.
        profile: `openai-chat` or `strict`.
        model: a name from the table of models, or a `Model`.
        window: in place of the model's own, in tokens.
        script: who answers.

    Raises:
        ValueError: an argument is not one of those allowed, or the port is taken.
    """
    server = LabServer(Provider(profile, model=model, window=window, script=script), port)
    print(f"The lab answers at {server.url} (Ctrl-C stops it). For the openai client, and this course's Endpoint:")
    print(f"  export OPENAI_BASE_URL={server.url} OPENAI_API_KEY=none", flush=True)
    server.run()


class _Face:
    """What the API offers, whatever carries it; one request at a time, as the provider keeps one cache."""

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self.responses = responses_face.Responses(provider)
        self.lock = Lock()

    def models(self) -> Body:
        model = {"id": self.provider.model.name, "object": "model", "created": chat_face.OPENED_AT, "owned_by": "lab"}
        return {"object": "list", "data": [model]}


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # clients that knock at once
    face: _Face

    def server_bind(self) -> None:
        """Take the port without asking a name service who this machine is, as the base class would."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]

    def handle_error(self, *_: Any) -> None:
        """A client that went away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = IDLE_SECONDS
    disable_nagle_algorithm = True  # else the body waits 40 ms behind its headers
    server: _Http

    def do_GET(self) -> None:
        if self._path() == "/v1/models":
            self._send(200, self.server.face.models())
        else:
            self._unknown()

    def do_POST(self) -> None:
        routes = {"/v1/chat/completions": self._chat, "/v1/responses": self.server.face.responses.create}
        body = self._body()
        if body is None:
            return
        if self._path() not in routes:
            self._unknown()
            return
        try:
            with self.server.face.lock:
                answer = routes[self._path()](body)
        except LabError as error:
            self._send(*refusal(error))
        except Exception as error:  # a script is anybody's code
            self._send(500, error_body(f"the script failed: {error!r}", "server_error", None, None))
        else:
            self._send(200, answer) if isinstance(answer, dict) else self._stream(answer)

    def _path(self) -> str:
        return self.path.partition("?")[0]

    def _chat(self, body: Body) -> Body | list[bytes]:
        provider = self.server.face.provider
        reply = chat_face.ask(provider, body)
        if not body.get("stream"):
            return chat_face.completion(provider, reply)
        options = body.get("stream_options")
        return list(chat_face.stream(provider, reply, isinstance(options, dict) and bool(options.get("include_usage"))))

    def _stream(self, events: list[bytes]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")  # the end of the connection is the end of the stream
        self.end_headers()
        for event in events:
            self.wfile.write(event)
        self.close_connection = True

    def _body(self) -> Body | None:
        length = self.headers.get("Content-Length", "")
        is_number = length.isascii() and length.isdecimal()
        if not is_number or len(length) > 12 or int(length) > LARGEST_BODY:
            self.close_connection = True  # what follows on it cannot be told from the next request
            too_large = f"the body is larger than {LARGEST_BODY} bytes"
            status, sentence = (413, too_large) if is_number else (411, "the request has no Content-Length")
            self._send(status, error_body(sentence, "invalid_request_error", None, None))
            return None
        try:
            body = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            self._send(400, error_body("400 the body is not a JSON object", "invalid_request_error", None, None))
            return None
        return body

    def _unknown(self) -> None:
        known = "GET /v1/models, POST /v1/chat/completions and POST /v1/responses"
        sentence = f"{self.command} {self.path} is not offered here; the lab answers {known}"
        self._send(404, error_body(sentence, "invalid_request_error", None, "not_found"))

    def _send(self, status: int, body: Body) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Say in the API's form what the base class would say in HTML."""
        self.close_connection = True
        self._send(code, error_body(message or explain or "bad request", "invalid_request_error", None, None))

    def log_message(self, *_: Any) -> None:
        """Keep the terminal quiet; the provider records every request."""
