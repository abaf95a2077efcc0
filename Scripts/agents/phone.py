"""A device with a signing key, which reads and answers asks over the API as specified in docs/protocol.md."""

from __future__ import annotations

import base64
import json
import threading
import urllib.error
import urllib.request
from datetime import datetime, timezone
from typing import Any, Callable

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from waiting import PATIENCE, until

Match = Callable[[dict], bool]


class Refused(Exception):
    """The server refused a request.

    :ivar status: the HTTP status.
    :ivar code: the error code in docs/errors.md.
    """

    def __init__(self, status: int, body: bytes):
        error = json.loads(body).get("error", {}) if body else {}
        self.status, self.code = status, error.get("code")
        super().__init__(f"{status} {self.code}: {error.get('message')}")


class Phone:
    def __init__(self, url: str, name: str = "Test phone"):
        self.url, self.name = url, name
        self.key: str | None = None
        self.id: str | None = None
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._seen: set[str] = set()
        self._lock = threading.Lock()

    def register(self, code: str) -> None:
        point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        registered = self.call("POST", "/v1/devices/register", {
            "pairing_code": code, "name": self.name, "platform": "ios", "token": point[1:33].hex(),
            "environment": "sandbox", "app": "com.example.app", "public_key": base64.b64encode(point).decode(),
        })
        self.key, self.id = registered["key"], registered["device"]["id"]

    def call(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(self.url + path, method=method)
        if self.key:
            request.add_header("Authorization", f"Bearer {self.key}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise Refused(error.code, error.read()) from error

    # Reading.

    def pending(self) -> list[dict]:
        """The asks that wait for an answer, oldest first."""
        return self.asks("?state=pending&limit=200")[::-1]

    def asks(self, query: str = "?limit=200") -> list[dict]:
        return _items(self.call("GET", f"/v1/asks{query}"))

    def ask(self, ask: dict) -> dict:
        return self.call("GET", f"/v1/asks/{ask['id']}")

    def sessions(self) -> list[dict]:
        return _items(self.call("GET", "/v1/sessions"))

    def notifications(self) -> list[dict]:
        return _items(self.call("GET", "/v1/notifications/history?limit=200"))

    def devices(self) -> list[dict]:
        return _items(self.call("GET", "/v1/devices"))

    # Waiting.

    def next_ask(self, matching: Match = lambda ask: True, seconds: float = PATIENCE) -> dict:
        """The next pending ask that was not returned before."""

        def find() -> dict | None:
            with self._lock:
                for ask in self.pending():
                    if ask["id"] not in self._seen and matching(ask):
                        self._seen.add(ask["id"])
                        return ask
            return None

        return until(find, "an ask on the phone", seconds)

    def wait_for_end(self, ask: dict, seconds: float = PATIENCE) -> dict:
        return until(
            lambda: (now := self.ask(ask))["state"] != "pending" and now, f"the ask {ask['title']!r} to end", seconds)

    def wait_for_none(self) -> None:
        until(lambda: not self.pending(), "no ask on the phone")

    def wait_for_applied(self, ask: dict, seconds: float = PATIENCE) -> dict:
        """The ask, after its agent has applied the answer."""
        return until(lambda: (now := self.ask(ask)).get("applied_at") and now, f"{ask['title']!r} applied", seconds)

    def wait_for_session(self, status: str, seconds: float = PATIENCE) -> dict:
        """The session that was updated last, after it has reached this status."""
        return until(
            lambda: (found := self.sessions()) and found[0]["status"] == status and found[0],
            f"a session that is {status}; there are {[session['status'] for session in self.sessions()]}", seconds)

    # Answering.

    def approve(self, ask: dict, **more: Any) -> dict:
        return self.answer(ask, {"decision": "approve", **more})

    def deny(self, ask: dict, message: str | None = None, interrupt: bool = False) -> dict:
        answer: dict[str, Any] = {"decision": "deny"}
        if message is not None:
            answer["message"] = message
        if interrupt:
            answer["interrupt"] = True
        return self.answer(ask, answer)

    def reply(self, ask: dict, *replies: dict) -> dict:
        return self.answer(ask, {"decision": "reply", "replies": list(replies)})

    def answer(self, ask: dict, answer: dict) -> dict:
        lines = [
            "bellhop-answer/1", f"ask {ask['id']}", f"input {ask['input_digest']}",
            f"deadline {_milliseconds(ask['deadline'])}", f"device {self.id}",
            "answer " + json.dumps(answer, sort_keys=True, separators=(",", ":"), ensure_ascii=False),
        ]
        der = self._private.sign("\n".join(lines).encode(), ec.ECDSA(hashes.SHA256()))
        raw = b"".join(number.to_bytes(32, "big") for number in utils.decode_dss_signature(der))
        return self.call("POST", f"/v1/asks/{ask['id']}/answer", {
            "answer": answer, "input_digest": ask["input_digest"], "signature": base64.b64encode(raw).decode(),
        })


def _items(body: Any) -> list[dict]:
    """The list in a response, which is an object with one list."""
    return body if isinstance(body, list) else next(value for value in body.values() if isinstance(value, list))


def _milliseconds(time: str) -> int:
    moment = datetime.fromisoformat(time.replace("Z", "+00:00"))
    since = moment - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return (since.days * 86400 + since.seconds) * 1000 + since.microseconds // 1000
