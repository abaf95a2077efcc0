"""A push service for Firefox: the browser's WebSocket (autopush), and the HTTPS endpoints of its subscriptions (RFC 8030)."""

from __future__ import annotations

import base64
import json
import socket
import ssl
import subprocess
import threading
import time
import uuid
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve


@dataclass(frozen=True)
class Delivery:
    """A request of the Bellhop server, and the response to it."""

    channel: str
    headers: dict[str, str]
    body: bytes
    status: int
    #: In seconds of the monotonic clock.
    time: float


@dataclass
class PushService:
    """Forwards messages to the browser that holds the subscription.

    Subscriptions that the browser did not make with this service, such as the fakes of other browsers, get no message.
    """

    folder: Path
    deliveries: list[Delivery] = field(default_factory=list)
    #: The browser's acknowledgements by version: 100 for a message that its service worker has processed.
    acknowledgements: dict[str, int] = field(default_factory=dict)
    #: The application server key of each subscription.
    keys: dict[str, str] = field(default_factory=dict)
    unregistered: set[str] = field(default_factory=set)
    #: Statuses and headers for the next requests; without one, a message is accepted.
    refusals: deque[tuple[int, dict[str, str]]] = field(default_factory=deque)

    def start(self) -> None:
        self.folder.mkdir()
        self.certificate = self._certificate()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.folder / "key.pem")
        self._endpoints = _Endpoints(("127.0.0.1", 0), _Handler)
        self._endpoints.service = self
        self._endpoints.socket = context.wrap_socket(self._endpoints.socket, server_side=True, do_handshake_on_connect=False)
        self._socket = serve(self._talk, "127.0.0.1", 0, subprotocols=["push-notification"])
        self._browser: ServerConnection | None = None
        for server in (self._endpoints, self._socket):
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._socket.shutdown()
        self._endpoints.shutdown()
        self._endpoints.server_close()

    @property
    def url(self) -> str:
        """The start of all endpoints. The certificate names `localhost`."""
        return f"https://localhost:{self._endpoints.server_address[1]}/push/"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self._socket.socket.getsockname()[1]}/"

    def refuse(self, status: int, **headers: str) -> None:
        self.refusals.append((status, {name.replace("_", "-"): value for name, value in headers.items()}))

    def forget_browser(self) -> None:
        """Ends the connection. At the next one the browser gets another identity, and thereby loses its subscriptions."""
        browser, self._browser = self._browser, None
        browser.socket.shutdown(socket.SHUT_RDWR)

    def accept(self, channel: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str]]:
        status, fields = self.refusals.popleft() if channel in self.keys and self.refusals else (201, {"Location": f"{self.url}m/{uuid.uuid4()}"})
        if channel in self.unregistered:
            status, fields = 410, {}
        self.deliveries.append(Delivery(channel, headers, body, status, time.monotonic()))
        if status == 201 and channel in self.keys:
            self._browser.send(json.dumps({
                "messageType": "notification", "channelID": channel, "version": f"{len(self.deliveries)}",
                "data": base64.urlsafe_b64encode(body).rstrip(b"=").decode(), "headers": {"encoding": headers["content-encoding"]},
            }))
        return status, fields

    def _talk(self, browser: ServerConnection) -> None:
        try:
            for text in browser:
                message = json.loads(text)
                for response in self._responses(browser, message):
                    browser.send(json.dumps(response))
        except ConnectionClosed:
            pass

    def _responses(self, browser: ServerConnection, message: dict) -> list[dict]:
        kind, channel = message.get("messageType"), message.get("channelID")
        if kind == "hello":
            self._browser = browser
            return [{"messageType": "hello", "uaid": uuid.uuid4().hex, "status": 200, "use_webpush": True, "broadcasts": {}}]
        if kind == "register":
            self.keys[channel] = message["key"]
            return [{"messageType": "register", "channelID": channel, "status": 200, "pushEndpoint": self.url + channel}]
        if kind == "unregister":
            self.unregistered.add(channel)
            return [{"messageType": "unregister", "channelID": channel, "status": 200}]
        if kind == "ack":
            self.acknowledgements.update({update["version"]: update["code"] for update in message["updates"]})
            return []
        # An empty message is a ping.
        return [] if kind else [{}]

    def _certificate(self) -> Path:
        file = self.folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", str(self.folder / "key.pem"), "-out", str(file)],
            check=True, capture_output=True)
        return file


class _Endpoints(ThreadingHTTPServer):
    service: PushService
    daemon_threads = True

    def handle_error(self, request, client_address) -> None:
        """Ignores connections that end early, such as those of a stopped server."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Endpoints

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        status, fields = self.server.service.accept(self.path.rpartition("/")[2], headers, body)
        self.send_response(status)
        for name, value in {**fields, "Content-Length": "0"}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_) -> None:
        pass
