"""The base classes of the cases: a bench for each case, and its logs after a failure."""

from __future__ import annotations

import functools
import shutil
import tempfile
import unittest
from pathlib import Path
from typing import Callable, ClassVar, TypeVar

from waiting import stays

from ..bench import Bench, Tools
from ..models.anthropic import AnthropicModel
from ..models.responses import ResponsesModel
from ..models.server import ModelServer
from ..phone import Phone, Refused
from ..programs.claude import Claude
from ..programs.codex import Codex
from ..terminal import Terminal

Model = TypeVar("Model", bound=ModelServer)

#: The time in seconds within which the phone must show what happened in the terminal, on a busy machine.
SOON = 20.0

#: Keys of a terminal.
ENTER, ESCAPE, DOWN, TAB = "\r", "\x1b", "\x1b[B", "\t"


def known_race(reason: str) -> Callable[[Callable], Callable]:
    """Marks a case that fails only sometimes, because of a known defect. A failure is reported and does not fail the run.
    `expectedFailure` is unsuitable, because such a case must always fail.
    """

    def mark(test: Callable) -> Callable:
        @functools.wraps(test)
        def run(self):
            try:
                test(self)
            except AssertionError as failure:
                raise unittest.SkipTest(f"{reason} ({str(failure).splitlines()[0]})") from failure

        return run

    return mark


class BenchCase(unittest.TestCase):
    """A test with its own home folder, server and paired phone."""

    tools: ClassVar[Tools]
    #: Contains a folder for each test. Codex refuses a home below the system's temporary folder.
    base: ClassVar[Path]
    keeps_folders: ClassVar[bool] = False

    def setUp(self) -> None:
        folder = Path(tempfile.mkdtemp(dir=self.base, prefix=""))
        self.addCleanup(self._remove, folder)
        self.bench = Bench(self.tools, folder, self.base / "events" / folder.name)
        self.addCleanup(self.bench.close)
        self.bench.serve()
        self.phone: Phone = self.bench.pair()

    def _remove(self, folder: Path) -> None:
        """Keeps the recorded inputs of hooks for the comparison at the end."""
        if not self.keeps_folders:
            shutil.rmtree(folder, ignore_errors=True)

    def started(self, model: Model) -> Model:
        """Stops it at the end of the test."""
        self.addCleanup(model.__exit__)
        return model.__enter__()

    def opened(self, terminal: Terminal) -> Terminal:
        """Closes it at the end of the test."""
        self.addCleanup(terminal.close)
        return terminal

    def consider(self, ask: dict) -> None:
        """Waits as long as the fastest person would. Some hooks at the beginning of a turn run in the background, and their
        end cannot be observed."""
        stays(lambda: self.phone.ask(ask)["state"] == "pending", f"the ask {ask['title']!r} waits", 2)

    # Assertions about the end of an ask.

    def assert_cleared(self, ask: dict, *reasons: str) -> None:
        """Asserts that the ask is withdrawn soon for one of these reasons, and that a late answer is refused."""
        ended = self.phone.wait_for_end(ask, seconds=SOON)
        self.assertEqual("withdrawn", ended["state"])
        self.assertIn(ended["resolution"].get("reason"), reasons)
        with self.assertRaises(Refused) as late:
            self.phone.deny(ask)
        self.assertEqual((410, "ask_withdrawn"), (late.exception.status, late.exception.code))

    def assert_applied(self, ask: dict, state: str) -> None:
        ended = self.phone.wait_for_applied(ask)
        self.assertEqual(state, ended["state"])

    def assert_not_made(self, name: str) -> None:
        self.assertFalse(self.bench.proof(name).exists(), f"the command ran: {name} exists")


class ClaudeCase(BenchCase):
    #: The options after the agent's name in each hook.
    options: ClassVar[tuple[str, ...]] = ()

    def setUp(self) -> None:
        super().setUp()
        self.model = self.started(AnthropicModel())
        self.claude = Claude(self.bench, self.model)
        self.bench.setup("claude", *self.options)

    def start(self, prompt: str, mode: str = "default", *arguments: str) -> Terminal:
        return self.opened(self.claude.start(prompt, mode, *arguments))

    def touch(self, name: str) -> dict:
        """A call that creates a file in the agent's folder."""
        return self.model.bash(f"touch {self.bench.quoted(name)}")


class CodexCase(BenchCase):
    options: ClassVar[tuple[str, ...]] = ()

    def setUp(self) -> None:
        super().setUp()
        self.model = self.started(ResponsesModel())
        self.codex = Codex(self.bench, self.model)
        self.bench.setup("codex", *self.options)

    def start(self, prompt: str, *arguments: str) -> Terminal:
        return self.opened(self.codex.start(prompt, *arguments))

    def touch(self, name: str) -> dict:
        return self.model.shell(f"touch {self.bench.quoted(name)}")
