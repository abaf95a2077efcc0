"""A server for a benchmark."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.error
import urllib.request
from pathlib import Path


class Server:
    """A server without rate limits, with its data in `folder`."""

    def __init__(self, program: Path, folder: Path, *options: str):
        self._process = subprocess.Popen(
            [program, "serve", "--json", "--port", "0", "--data", folder / "data", "--rate-limit", "1000000000",
             "--burst-limit", "0", "--log-level", "warning", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env={"PATH": os.environ["PATH"], "HOME": str(folder)})
        self.url = json.loads(self._process.stdout.readline())["url"]
        self.admin = (folder / "data" / "admin.key").read_text().strip()

    @property
    def proc(self) -> Path:
        """The folder of the process (proc(5)), on Linux."""
        return Path(f"/proc/{self._process.pid}")

    def post(self, path: str, body: dict, key: str | None = None) -> dict:
        """:param key: the admin key if missing."""
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(),
            {"Authorization": f"Bearer {key or self.admin}", "Content-Type": "application/json"})
        try:
            return json.loads(urllib.request.urlopen(request, timeout=60).read())
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{path}: {error.read().decode()}") from None

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=60)
