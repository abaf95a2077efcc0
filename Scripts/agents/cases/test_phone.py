"""The complete path to the code of an app: a push by the simulated APNs to `bellhop phone`."""

from __future__ import annotations

from waiting import until

from ..terminal import Terminal
from .case import ENTER, ClaudeCase


class TerminalPhoneTest(ClaudeCase):
    def terminal_phone(self, *options: str) -> Terminal:
        bellhop = str(self.bench.home / ".local" / "bin" / "bellhop")
        return self.opened(Terminal(
            [bellhop, "phone", "--name", "Terminal", *options], self.bench.folder, self.bench.environment()))

    def confirm(self) -> None:
        """Approves the terminal phone with the device of the cases. The terminal phone notices it at its next request, which
        updates its registration time."""
        self.phone.approve(self.phone.next_ask(lambda ask: ask["title"].startswith("New device")))
        registered = self.terminal_device()["registered_at"]
        until(lambda: self.terminal_device()["registered_at"] != registered, "the terminal phone to be trusted")

    def terminal_device(self) -> dict:
        return next(device for device in self.phone.devices() if device["name"] == "Terminal")

    def test_a_button_on_the_lock_screen_runs_the_command(self):
        script = self.bench.folder / "steps"
        script.write_text("wait\napprove\nexpect result agent_went_on\nexpect showing 0\n")
        phone = self.terminal_phone("--script", str(script))
        self.confirm()
        terminal = self.start(self.model.play("approve", [self.touch("made")]))
        self.assertEqual(0, phone.wait_for_end(), phone.text)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished approve")

    def test_an_answer_in_the_terminal_takes_the_notification_away(self):
        phone = self.terminal_phone()
        self.confirm()
        terminal = self.start(self.model.play("yes", [self.touch("made")]))
        phone.wait("Approve")
        terminal.dismiss("Do you want to", ENTER)
        phone.wait_without("Approve")
        self.bench.wait_for_proof("made")
