"""A program without a terminal."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from waiting import PATIENCE


class Printed:
    """A run without a terminal, and its output.

    :param stdin: a pipe is closed by :meth:`finish`.
    """

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str], stdin: int = subprocess.DEVNULL):
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.output = self.problems = ""

    def finish(self, seconds: float = PATIENCE) -> int:
        """Waits for the end of the program.

        :returns: the exit code.
        """
        try:
            self.output, self.problems = self.process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.close()
            raise AssertionError(f"no end within {seconds:g} s: {self.output[-1000:]}{self.problems[-1000:]}") from None
        return self.process.returncode

    @property
    def result(self) -> dict:
        return json.loads(self.output)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.output, self.problems = self.process.communicate()
