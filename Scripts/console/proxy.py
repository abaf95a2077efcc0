"""A reverse proxy that passes bytes on, and responds with 502 while the server is stopped."""

from __future__ import annotations

import socket
import socketserver
import threading

PAGE = b"<h1>502 Bad Gateway</h1>"
BAD_GATEWAY = (b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(PAGE)) + PAGE


class Proxy:
    def __init__(self, target: int):
        """:param target: the port of the server on this machine."""
        self._server = _Listener(("127.0.0.1", 0), _Connection)
        self._server.target = target
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Listener(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True
    target: int

    def handle_error(self, request, client_address) -> None:
        """Ignores connections that end early."""


class _Connection(socketserver.BaseRequestHandler):
    server: _Listener

    def handle(self) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self.server.target))
        except OSError:
            self.request.recv(65536)
            self.request.sendall(BAD_GATEWAY)
            return
        with server:
            threading.Thread(target=self._copy, args=(server, self.request), daemon=True).start()
            self._copy(self.request, server)

    @staticmethod
    def _copy(source: socket.socket, target: socket.socket) -> None:
        try:
            while chunk := source.recv(65536):
                target.sendall(chunk)
            target.shutdown(socket.SHUT_RDWR)
        except OSError:
            # The other side has closed the connection.
            pass
