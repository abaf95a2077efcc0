"""The environment of a case: a home folder with Bellhop set up, a server, and a phone."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from waiting import PATIENCE, until

from .phone import Phone
from .recording import Recorder


@dataclass(frozen=True)
class Tools:
    """The programs under test."""

    bellhop: Path
    hook: Path
    claude: Path
    codex: Path
    #: A Python with the packages of requirements.txt.
    python: Path = Path(sys.executable)


class Bench:
    """A folder with `home` and the agent's `work` folder.

    :param events: the folder for the recorded inputs of its hooks.
    """

    def __init__(self, tools: Tools, folder: Path, events: Path):
        self.tools, self.folder = tools, folder
        self.home, self.work = folder / "home", folder / "work"
        self.log = folder / "server.log"
        self.recorder = Recorder(events)
        self._server: subprocess.Popen | None = None
        self._port = 0
        self.phone: Phone
        self._install()
        self.work.mkdir()
        subprocess.run(["git", "init", "--quiet", str(self.work)], check=True, env=self.environment())

    def _install(self) -> None:
        """Installs `bellhop` and `bellhop-hook` side by side, as `make install` does; `bellhop-hook` records its inputs."""
        programs, real = self.home / ".local" / "bin", self.home / ".local" / "libexec"
        programs.mkdir(parents=True)
        real.mkdir(parents=True)
        _link(self.tools.bellhop, programs / "bellhop")
        _link(self.tools.hook, real / "bellhop-hook")
        self.recorder.install(programs / "bellhop-hook", real / "bellhop-hook")

    def environment(self, **more: str) -> dict[str, str]:
        """The complete environment of a program of this bench; nothing is inherited."""
        return {
            "HOME": str(self.home), "PATH": f"{self.home}/.local/bin:/usr/local/bin:/usr/bin:/bin",
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "USER": "tester", "SHELL": "/bin/sh",
            "SWIFT_BACKTRACE": "enable=no", **more,
        }

    # Bellhop.

    def bellhop(self, *arguments: str, check: bool = True, **options) -> subprocess.CompletedProcess:
        command = [str(self.home / ".local" / "bin" / "bellhop"), *arguments]
        done = subprocess.run(
            command, cwd=self.work, env=self.environment(), capture_output=True, text=True, timeout=2 * PATIENCE,
            stdin=subprocess.DEVNULL, check=False, **options)
        if check and done.returncode:
            raise AssertionError(f"bellhop {' '.join(arguments)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def serve(self, *arguments: str, **options) -> None:
        """Starts the server. A restart uses the same address.

        :param arguments: further options of `bellhop serve`.
        :param options: those of `subprocess.Popen`.
        """
        command = [
            str(self.home / ".local" / "bin" / "bellhop"), "serve", "--simulate", "--json", "--port", str(self._port),
            *arguments,
        ]
        with self.log.open("a") as log:
            self._server = subprocess.Popen(
                command, cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=log, text=True, **options)
        line = self._server.stdout.readline()
        if not line:
            raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")
        self.url = json.loads(line)["url"]
        self._port = int(self.url.rsplit(":", 1)[1])

    def kill_server(self) -> None:
        self._stop(signal.SIGKILL)

    def pair(self) -> Phone:
        """Pairs a phone with the code that `bellhop pair` prints."""
        pairing = subprocess.Popen(
            [str(self.home / ".local" / "bin" / "bellhop"), "pair", "--json"], env=self.environment(), cwd=self.work,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        code = json.loads(pairing.stdout.readline())["code"]
        self.phone = Phone(self.url)
        self.phone.register(code)
        _, problem = pairing.communicate(timeout=PATIENCE)
        if pairing.returncode:
            raise AssertionError(f"bellhop pair: {problem}")
        return self.phone

    def setup(self, agent: str, *options: str) -> None:
        """Runs `bellhop setup`. With options, adds them to the hooks and runs it again, which keeps them."""
        self.bellhop("setup", agent, "--no-test")
        if options:
            self.recorder.add_options(self.settings_of(agent), agent, options)
            self.bellhop("setup", agent, "--no-test")

    def settings_of(self, agent: str) -> Path:
        return self.home / {"claude": ".claude/settings.json", "codex": ".codex/hooks.json"}[agent]

    # Files that the agent's commands create.

    def proof(self, name: str) -> Path:
        return self.work / name

    def quoted(self, name: str) -> str:
        """The quoted path for a shell command."""
        return shlex.quote(str(self.proof(name)))

    def wait_for_proof(self, name: str) -> str:
        until(self.proof(name).exists, f"the command to make {name}")
        return self.proof(name).read_text()

    def wait_for_event(self, name: str) -> dict:
        """The last event of this name that a hook received."""
        return until(lambda: self.recorder.events(name), f"an event {name}")[-1]

    def close(self) -> None:
        self._stop(signal.SIGTERM)

    def _stop(self, with_signal: int) -> None:
        server, self._server = self._server, None
        if server is None:
            return
        server.send_signal(with_signal)
        try:
            server.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        server.stdout.close()


def _link(source: Path, target: Path) -> None:
    """Links the file, or copies it if the file system does not support links: these programs are large."""
    try:
        os.link(source.resolve(), target)
    except OSError:
        shutil.copy2(source, target)
