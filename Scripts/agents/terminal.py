"""Runs a program in a pseudo-terminal with an emulated screen."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path
from typing import Callable

import pyte

from waiting import PATIENCE, TimedOut, until

COLUMNS, ROWS = 150, 50

#: Makes the terminal the controlling terminal, and then executes the program.
_START = "import fcntl,os,sys,termios; os.setsid(); fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"


class _Screen(pyte.Screen):
    """pyte's screen, which also ignores private SGR sequences and replies to the program's queries."""

    reply = staticmethod(lambda data: None)

    def select_graphic_rendition(self, *attributes, private=False):
        if not private:
            super().select_graphic_rendition(*attributes)

    def write_process_input(self, data):
        self.reply(data)


class Terminal:
    """Ends the program when it is closed."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]):
        ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._ours = ours
        self._screen = _Screen(COLUMNS, ROWS)
        self._screen.reply = lambda data: self.press(data)
        self._stream = pyte.ByteStream(self._screen)
        self._lock = threading.Lock()
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START, *command], stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder,
            env=environment)
        os.close(theirs)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._ours, 65536)
            except OSError:
                return
            if not data:
                return
            with self._lock:
                self._stream.feed(data)

    @property
    def text(self) -> str:
        with self._lock:
            return "\n".join(line.rstrip() for line in self._screen.display).strip()

    def press(self, keys: str) -> None:
        with contextlib.suppress(OSError):  # The program has ended, which the next read of the screen reports.
            os.write(self._ours, keys.encode())

    def enter(self, text: str) -> None:
        """Types a line, and presses Return after the program shows it: both at once would count as a paste."""
        self.press(text)
        self.wait(re.escape(text))
        self.press("\r")

    def shows(self, pattern: str) -> bool:
        return re.search(pattern, self.text) is not None

    def wait(self, pattern: str, seconds: float = PATIENCE) -> None:
        try:
            until(lambda: self.shows(pattern), f"{pattern!r} on the screen", seconds)
        except TimedOut as error:
            raise TimedOut(f"{error}. The screen:\n{self.text}") from None

    def wait_without(self, pattern: str, seconds: float = PATIENCE) -> None:
        try:
            until(lambda: not self.shows(pattern), f"no {pattern!r} on the screen", seconds)
        except TimedOut as error:
            raise TimedOut(f"{error}. The screen:\n{self.text}") from None

    def press_until(self, keys: str, pattern: str) -> None:
        """Presses the keys every second until the screen shows `pattern`: a program may draw a dialog before it reads keys."""
        self._press_while(keys, lambda: self.wait(pattern, 1))

    def dismiss(self, pattern: str, keys: str) -> None:
        """Waits for a dialog, and presses the keys every second until it is closed."""
        self.wait(pattern)
        self._press_while(keys, lambda: self.wait_without(pattern, 1))

    def _press_while(self, keys: str, check: Callable[[], None]) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            self.press(keys)
            try:
                return check()
            except TimedOut:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    raise

    def wait_for_end(self, seconds: float = PATIENCE) -> int:
        """The program's exit code."""
        return self.process.wait(timeout=seconds)

    def kill(self) -> None:
        """Ends the program with SIGKILL."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.kill()
        if self._ours >= 0:
            # The reader ends with the program. Another terminal may then get this descriptor.
            self._reader.join(timeout=1)
            os.close(self._ours)
            self._ours = -1
