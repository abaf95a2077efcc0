"""Runs a program in a terminal of a given size and captures its screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from dataclasses import dataclass
from typing import Callable


class Silent(Exception):
    """The program did not show the expected text."""


@dataclass(frozen=True)
class Style:
    color: str = "default"
    bold: bool = False
    dim: bool = False
    reversed: bool = False


@dataclass(frozen=True)
class Cell:
    #: Empty in the second column of a wide character.
    text: str
    style: Style


class Terminal:
    """Runs `command` in a pseudo-terminal whose screen pyte emulates."""

    def __init__(self, command: list, columns: int, rows: int, environment: dict):
        import pyte

        class Screen(pyte.Screen):
            def select_graphic_rendition(self, *attributes: int) -> None:
                # pyte does not support dim text, so a grey color replaces it.
                super().select_graphic_rendition(*(90 if code == 2 else code for code in attributes))

        self.screen = Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.main, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment, start_new_session=True
        )
        os.close(terminal)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        os.close(self.main)

    def press(self, keys: str) -> None:
        os.write(self.main, keys.encode())

    def until(self, condition: Callable[[str], bool], seconds: float = 30) -> None:
        """Reads until the screen meets `condition`, and then the remaining pending output."""
        deadline = time.monotonic() + seconds
        while not condition(self.text):
            if time.monotonic() > deadline or not self._read(0.1) and self.process.poll() is not None:
                if condition(self.text):
                    break
                raise Silent(f"the terminal shows something else:\n{self.text}")
        while self._read(0.05):
            pass

    def ended(self, seconds: float = 30) -> int:
        """The exit code, after all output has been read."""
        deadline = time.monotonic() + seconds
        while self._read(0.1) or self.process.poll() is None:
            if time.monotonic() > deadline:
                raise Silent(f"the program does not end:\n{self.text}")
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        if not select.select([self.main], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.main, 65536)
        except OSError:
            # Linux reports the end of the program as an error.
            return False
        self.stream.feed(data)
        return bool(data)

    @property
    def text(self) -> str:
        return text(self.cells)

    @property
    def cells(self) -> list[list[Cell]]:
        """The rows up to the last one that is not empty."""
        rows = [
            [_cell(self.screen.buffer[row][column]) for column in range(self.screen.columns)]
            for row in range(self.screen.lines)
        ]
        while rows and all(not cell.text.strip() for cell in rows[-1]):
            rows.pop()
        return rows


def text(rows: list[list[Cell]]) -> str:
    return "\n".join("".join(cell.text for cell in row).rstrip() for row in rows) + "\n"


def renamed(rows: list[list[Cell]], former: str, name: str) -> list[list[Cell]]:
    """Replaces the word `former` by `name`; text at the end of a row keeps its column."""
    return [_renamed(row, former, name) for row in rows]


def _renamed(row: list[Cell], former: str, name: str) -> list[Cell]:
    letters = [cell.text or "\0" for cell in row]
    found = re.search(rf"(?<![\w-]){re.escape(former)}(?![\w-])", "".join(letters))
    if not found or any(len(letter) != 1 for letter in letters):
        return row
    start, end = found.span()
    style = row[start].style
    rest = row[end:]
    blanks = next((index for index, cell in enumerate(rest) if cell.text.strip()), len(rest))
    room = blanks + len(former) - len(name)
    if room < 0:
        return row
    return row[:start] + [Cell(letter, style) for letter in name] + [Cell(" ", style)] * room + rest[blanks:]


def _cell(character) -> Cell:
    is_dim = character.fg == "brightblack"
    color = "default" if is_dim else character.fg
    return Cell(character.data, Style(color, character.bold, is_dim, character.reverse))
