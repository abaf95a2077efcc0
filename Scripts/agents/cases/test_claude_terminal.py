"""Claude Code in a terminal, answered there before the phone."""

from __future__ import annotations

import threading

from waiting import until

from ..models.server import Step
from .case import ENTER, ESCAPE, SOON, ClaudeCase

QUESTION = {
    "question": "Which database?", "header": "Database", "multiSelect": False,
    "options": [{"label": "PostgreSQL", "description": "A server"}, {"label": "SQLite", "description": "A file"}],
}


class ClaudeTerminalFirstTest(ClaudeCase):
    def thinking(self) -> Step:
        """A reply that the model sends at the end of the test, so that the turn continues until then."""
        return Step([self.model.text("At last.")], held=threading.Event())

    def answer_in_terminal(self, prompt: str, on_screen: str, keys: str, mode: str = "default", *reasons: str):
        """The terminal, after it answered before the phone."""
        terminal = self.start(prompt, mode)
        ask = self.phone.next_ask()
        terminal.dismiss(on_screen, keys)
        self.assert_cleared(ask, *reasons or ("answered_in_terminal",))
        return terminal

    def test_a_yes_in_the_terminal_clears_the_phone(self):
        terminal = self.answer_in_terminal(self.model.play("yes", [self.touch("made")]), "Do you want to", ENTER)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished yes")
        self.phone.wait_for_session("completed")

    def test_a_no_in_the_terminal_clears_the_phone(self):
        # Claude Code stops the hook and sends no event, so the hook assumes that its agent has ended.
        reasons = "answered_in_terminal", "agent_ended"
        prompt = self.model.play("no", [self.touch("made")])
        terminal = self.answer_in_terminal(prompt, "Do you want to", ESCAPE, "default", *reasons)
        terminal.wait_without("Do you want to")
        self.assert_not_made("made")
        until(lambda: self.phone.sessions()[0]["status"] != "running", "the session no longer to run", SOON)

    def test_a_command_clears_the_phone_while_the_turn_goes_on(self):
        self.answer_in_terminal(
            self.model.play("slow-bash", [self.touch("made")], self.thinking()), "Do you want to", ENTER)

    def test_a_write_clears_the_phone_while_the_turn_goes_on(self):
        write = self.model.call("Write", file_path=str(self.bench.proof("new.txt")), content="new\n")
        self.answer_in_terminal(self.model.play("slow-write", [write], self.thinking()), "Do you want to", ENTER)
        self.assertEqual("new\n", self.bench.proof("new.txt").read_text())

    def test_an_edit_clears_the_phone_while_the_turn_goes_on(self):
        notes = self.bench.proof("notes.txt")
        notes.write_text("one\ntwo\n")
        steps = [
            [self.model.call("Read", file_path=str(notes))],
            [self.model.call("Edit", file_path=str(notes), old_string="two", new_string="three")], self.thinking(),
        ]
        self.answer_in_terminal(self.model.play("slow-edit", *steps), "Do you want to", ENTER)

    def test_a_question_clears_the_phone_while_the_turn_goes_on(self):
        call = self.model.call("AskUserQuestion", questions=[QUESTION])
        self.answer_in_terminal(self.model.play("slow-question", [call], self.thinking()), "Enter to select", ENTER)

    def test_a_plan_clears_the_phone_while_the_turn_goes_on(self):
        steps = [self.model.plan("# Plan\n1. Be done\n", self.bench.home), [self.model.call("ExitPlanMode")], self.thinking()]
        self.answer_in_terminal(self.model.play("slow-plan", *steps), "Ready to code", "2", mode="plan")
        self.phone.wait_for_session("running")
