"""A server with an empty data folder, and keys for it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import urllib.request
from pathlib import Path

#: A valid public key: the base point of P-256.
PUBLIC_KEY = "BGsX0fLhLEJH+Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT+NC4v4af5uO5+tKfA+eFivOM1drMV7Oy7ZAaDe/UfU="


class Failure(Exception):
    """The server failed."""


class Server:
    def __init__(self, tool: Path, folder: Path):
        self.folder = folder
        self.log = folder / "server.log"
        command = [
            str(tool), "serve", "--simulate", "--json", "--port", "0", "--data", str(folder / "data"),
            "--rate-limit", "1000000",
        ]
        environment = {**os.environ, "BELLHOP_CONFIG": str(folder / "config"), "SWIFT_BACKTRACE": "enable=no"}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise Failure(f"the server did not start: {self.log.read_text().strip()}")
        self.url = json.loads(line)["url"]
        self.admin = (folder / "data" / "admin.key").read_text().strip()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def check(self, key: str) -> None:
        """Checks that the server runs and accepts `key`, and that its log contains no errors."""
        if self.process.poll() is not None:
            raise Failure(f"the server ended with {self.process.returncode}: {self.log.read_text()[-2000:]}")
        faults = [line for line in self.log.read_text().splitlines() if " error " in line or " critical " in line]
        if faults:
            raise Failure("the server's log contains errors:\n" + "\n".join(faults[:10]))
        # With a revoked key, every request would have been refused and nothing tested.
        self._call("GET", "/v1/devices", key=key)

    def document(self) -> dict:
        return self._call("GET", "/openapi.json")

    def key(self, role: str) -> str:
        """A new key, so that no request revokes the admin key."""
        if role == "device":
            code = self._call("POST", "/v1/pairings", {}, key=self.admin)["code"]
            registration = {
                "pairing_code": code, "name": "A phone", "platform": "ios", "token": "00112233", "environment": "sandbox",
                "app": "com.example.app", "public_key": PUBLIC_KEY,
            }
            return self._call("POST", "/v1/devices/register", registration)["key"]
        return self._call("POST", "/v1/keys", {"role": role, "label": f"fuzzing as {role}"}, key=self.admin)["key"]

    def _call(self, method: str, path: str, body: dict | None = None, key: str | None = None) -> dict:
        request = urllib.request.Request(self.url + path, method=method)
        if key:
            request.add_header("Authorization", f"Bearer {key}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except OSError as error:
            raise Failure(f"{method} {path}: {error}") from error
