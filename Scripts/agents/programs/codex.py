"""Runs Codex in the home folder of a bench, with the scripted model."""

from __future__ import annotations

from waiting import TimedOut

from ..bench import Bench
from ..models.responses import ResponsesModel
from ..terminal import Terminal

#: The daemon is off, because it would outlive the terminal and the case.
CONFIG = """model = "gpt-5.5-codex"
model_provider = "scripted"
approval_policy = "on-request"
sandbox_mode = "read-only"
check_for_update_on_startup = false

[features]
daemon_auto_start = false
default_mode_request_user_input = true

[model_providers.scripted]
name = "Scripted"
base_url = "{url}"
wire_api = "responses"
env_key = "SCRIPTED_KEY"

[analytics]
enabled = false

[projects."{work}"]
trust_level = "trusted"
"""

REVIEW = "Hooks need review"
PROMPT = "Would you like"
TOO_SLOW = "timed out discarding buffered terminal input"


class Codex:
    def __init__(self, bench: Bench, model: ResponsesModel):
        self.bench, self.model = bench, model
        folder = bench.home / ".codex"
        folder.mkdir()
        (folder / "config.toml").write_text(CONFIG.format(url=model.url, work=bench.work.resolve()))

    def start(self, prompt: str, *arguments: str, trust: bool = True) -> Terminal:
        """Codex in a terminal, with `prompt`.

        :param trust: trust the hooks in its dialog, as a person does at the first start after setup.
        """
        command = [str(self.bench.tools.codex), *arguments, prompt]
        environment = self.bench.environment(SCRIPTED_KEY="none")
        while True:
            terminal = Terminal(command, self.bench.work, environment)
            if not trust or self._trust_hooks(terminal):
                return terminal
            terminal.close()

    @staticmethod
    def _trust_hooks(terminal: Terminal) -> bool:
        """Returns true after trusting the hooks; false if Codex has ended at its start because the machine is too slow."""
        try:
            terminal.wait(REVIEW)
            terminal.press_until("2", "› 2. Trust all")
            terminal.press("\r")
            terminal.wait_without(REVIEW)
        except TimedOut:
            if not terminal.shows(TOO_SLOW):
                raise
        return not terminal.shows(TOO_SLOW)
