"""A server in an empty folder, its keys, and commands that call it."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import signal
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

from waiting import until

LINK = re.compile(r"(https?://[^\s\"#]+?)/?#login=([^\s\"&]+)")


class Server:
    """`bellhop serve` in `folder`. The port stays the same after a restart."""

    def __init__(self, tool: Path, folder: Path, options: tuple[str, ...] = ("--simulate",)):
        self.tool, self.folder, self.options = tool, folder, options
        self.log = folder / "server.log"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("BELLHOP_")},
            "HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "home" / ".config"), "SWIFT_BACKTRACE": "enable=no",
            "NO_COLOR": "1",
        }
        (folder / "home").mkdir(parents=True, exist_ok=True)
        self.port = 0
        self.process: subprocess.Popen | None = None

    def start(self) -> str:
        """Starts the server and returns a login link."""
        command = [str(self.tool), "serve", "--json", *self.options, "--port", str(self.port), "--data", str(self.folder / "data"),
                   "--burst-limit", "1000"]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=self.environment, cwd=self.folder)
        self.url = until(self._address, "the server prints its address")
        self.port = int(self.url.rsplit(":", 1)[1])
        until(self._is_ready, "the server is ready")
        return self.login_link()

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def _address(self) -> str | None:
        if self.process.poll() is not None:
            raise AssertionError(f"the server ended with {self.process.returncode}: {self.log.read_text()[-2000:]}")
        found = re.search(r'"url":"([^"]+)"', self.log.read_text().replace(" ", "").replace("\\/", "/"))
        return found and found[1]

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as response:
                return response.status == 200
        except OSError:
            return False

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([str(self.tool), *arguments], env=self.environment, capture_output=True, text=True, timeout=60)

    def begin(self, *arguments: str) -> subprocess.Popen:
        """Starts a command that waits, such as `bellhop ask`."""
        return subprocess.Popen([str(self.tool), *arguments], env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def login_link(self, *options: str) -> str:
        """A link of `bellhop console`."""
        result = self.run("console", "--data", str(self.folder / "data"), *options)
        found = LINK.search(result.stdout + result.stderr)
        assert found, f"bellhop console prints no link: {result.stdout} {result.stderr}"
        return found[0]

    def pairing(self) -> dict:
        """The output of `bellhop pair`: `code`, `link` for the app and `browser`."""
        result = self.run("pair", "--no-wait", "--json", "--data", str(self.folder / "data"))
        assert result.returncode == 0, f"bellhop pair fails: {result.stdout} {result.stderr}"
        return json.loads(result.stdout)

    def pairing_link(self) -> str:
        """A link of `bellhop pair` for a browser."""
        return self.pairing()["browser"]

    @property
    def admin_key(self) -> str:
        return (self.folder / "data" / "admin.key").read_text().strip()

    @property
    def agent_key(self) -> str:
        file = self.folder / "data" / "agent.key"
        if file.exists():
            return file.read_text().strip()
        return json.loads((self.folder / "home" / ".config" / "bellhop" / "config.json").read_text())["key"]

    def call(self, method: str, path: str, body: dict | None = None, key: str | None = None) -> dict:
        request = urllib.request.Request(
            self.url + path, None if body is None else json.dumps(body, ensure_ascii=False).encode(), method=method,
            headers={"Authorization": f"Bearer {key or self.admin_key}", "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.loads(response.read() or b"{}")
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()[:500]}") from None

    def ask(self, content: dict | str, title: str = "Approval needed", body: str = "An action", expires: int = 600, **more) -> dict:
        """Creates an ask with the agent's key. `content` is written as canonical JSON, or used unchanged."""
        text = content if isinstance(content, str) else json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        nonce = secrets.token_hex(16)
        digest = hmac.new(nonce.encode(), text.encode(), hashlib.sha256).hexdigest()
        return self.call("POST", "/v1/asks", {
            "title": title, "body": body, "input": text, "nonce": nonce, "input_digest": digest, "expires_in": expires, **more,
        }, self.agent_key)

    def command(self, command: str, **more) -> dict:
        """Creates an ask for a shell command."""
        return self.ask({"tool_name": "Bash", "tool_input": {"command": command}}, tool_name="Bash", **more)
