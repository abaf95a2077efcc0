"""The base of both scripted model APIs: an HTTP server on loopback that plays scenes.

A prompt contains the name of a scene, `scene:NAME`. A scene is a list of steps, and a step is one reply of the model. Like a
real API, the server stores no conversation: it counts the steps in the history of each request. A repeated request gets
the same step.
"""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable

from waiting import PATIENCE, until

SCENE = re.compile(r"scene:([a-z0-9-]+)")


@dataclass
class Refusal(Exception):
    """An error of the API instead of a reply."""

    status: int
    message: str


@dataclass
class Step:
    """One reply: blocks of text and calls, built by the module of the API.

    :param blocks: the blocks, a function that builds them from the request's body, or an error.
    :param held: an event that must be set before the reply is sent, as if the model were thinking.
    """

    blocks: list | Callable[[dict], list] | Refusal
    held: threading.Event | None = None


@dataclass
class Result:
    """The result of a call, as sent to the model."""

    call: str
    text: str
    is_error: bool = False


@dataclass
class Turn:
    """One request of an agent."""

    scene: str | None
    step: int
    results: list[Result]


class ModelServer:
    """Listens on a port that the system chooses. Use as a context manager."""

    def __init__(self):
        self.scenes: dict[str, list[Step]] = {}
        self.turns: list[Turn] = []
        self._lock = threading.Lock()
        self._numbers = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        for steps in self.scenes.values():
            for step in steps:
                if step.held:
                    step.held.set()
        self._server.shutdown()
        self._server.server_close()

    @staticmethod
    def refusal(status: int, message: str) -> Refusal:
        return Refusal(status, message)

    def play(self, name: str, *steps: Step | list | Callable | Refusal) -> str:
        """Adds a scene. After its last step the model says `Finished NAME.`, which ends the turn.

        :returns: the prompt that starts it.
        """
        self.scenes[name] = [step if isinstance(step, Step) else Step(step) for step in steps]
        return f"scene:{name}"

    def results(self, scene: str) -> list[Result]:
        """All results that the model received in a scene, each call once, in order."""
        found: dict[str, Result] = {}
        for turn in list(self.turns):
            if turn.scene == scene:
                found.update((result.call, result) for result in turn.results)
        return list(found.values())

    def wait_for_results(self, scene: str, count: int = 1, seconds: float = PATIENCE) -> list[Result]:
        until(
            lambda: len(self.results(scene)) >= count,
            f"{count} results of calls in scene {scene}; the model has {self.results(scene)}", seconds)
        return self.results(scene)

    # Implemented by the module of each API.

    def reads(self, path: str) -> bool:
        """True if a POST to this path requests a reply of the model."""
        raise NotImplementedError


    def results_in(self, body: dict) -> list[Result]:
        raise NotImplementedError

    def reply(self, body: dict, blocks: list, number: int) -> tuple[str, bytes]:
        """The reply's content type and bytes."""
        raise NotImplementedError

    def side_reply(self, path: str, body: dict) -> tuple[str, bytes] | None:
        """The reply to a request that is not part of a turn, such as for a title; otherwise `None`."""
        raise NotImplementedError

    def text(self, words: str) -> Any:
        raise NotImplementedError

    def position(self, body: dict) -> tuple[str | None, int]:
        """The last scene in the user's prompts, and the number of replies with calls since."""
        raise NotImplementedError

    def _next_blocks(self, body: dict) -> list:
        name, step = self.position(body)
        with self._lock:
            self.turns.append(Turn(name, step, self.results_in(body)))
        steps = self.scenes.get(name or "", [])
        if step >= len(steps):
            return [self.text(f"Finished {name}.")]
        chosen = steps[step]
        if chosen.held and not chosen.held.wait(4 * PATIENCE):
            return [self.text("The scene was never released.")]
        if isinstance(chosen.blocks, Refusal):
            raise chosen.blocks
        return chosen.blocks(body) if callable(chosen.blocks) else chosen.blocks

    def _number(self) -> int:
        with self._lock:
            self._numbers += 1
            return self._numbers

    def _handler(self) -> type:
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def _send(self, status: int, kind: str, data: bytes):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_HEAD(self):
                self._send(200, "text/plain", b"")

            def do_GET(self):
                self._send(200, "application/json", b'{"object":"list","data":[],"models":[]}')

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
                try:
                    if not model.reads(self.path):
                        return self._send(404, "application/json", b'{"error":{"message":"not part of this script"}}')
                    reply = model.side_reply(self.path, body)
                    self._send(200, *(reply or model.reply(body, model._next_blocks(body), model._number())))
                except Refusal as refusal:
                    error = {"type": "error", "error": {"type": "invalid_request_error", "message": refusal.message}}
                    self._send(refusal.status, "application/json", json.dumps(error).encode())
                except (BrokenPipeError, ConnectionResetError):
                    # The agent ended while its model was thinking.
                    self.close_connection = True

        return Handler


def events(parts: list[tuple[str, dict]]) -> bytes:
    """Server-sent events, as both APIs stream their replies."""
    return "".join(f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n" for kind, fields in parts).encode()
