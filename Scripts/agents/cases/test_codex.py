"""Codex in a terminal."""

from __future__ import annotations

from ..programs.codex import PROMPT
from .case import ENTER, ESCAPE, SOON, CodexCase


class CodexTest(CodexCase):
    def test_an_approved_command_runs_without_a_prompt(self):
        terminal = self.start(self.model.play("approve", [self.touch("made")]))
        ask = self.phone.next_ask()
        self.assertIn("touch ", ask["input"])
        self.assertIn("work/made", ask["input"])
        self.assertFalse(terminal.shows(PROMPT))
        self.phone.approve(ask)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished approve")
        self.assert_applied(ask, "approved")
        self.phone.wait_for_session("completed")

    def test_a_denied_command_does_not_run(self):
        terminal = self.start(self.model.play("deny", [self.touch("made")]))
        ask = self.phone.next_ask()
        self.phone.deny(ask, message="use another folder")
        terminal.wait("Finished deny")
        self.assertIn("use another folder", self.model.results("deny")[0].text)
        self.assert_not_made("made")
        self.assert_applied(ask, "denied")

    def test_an_approved_patch_changes_the_file(self):
        terminal = self.start(self.model.play("patch", [self.patch()]))
        ask = self.phone.next_ask()
        self.assertEqual("apply_patch", ask["tool_name"])
        self.phone.approve(ask)
        terminal.wait("Finished patch")
        self.assertEqual("from codex\n", self.bench.wait_for_proof("patched.txt"))
        self.assert_applied(ask, "approved")

    def patch(self) -> dict:
        file = self.bench.proof("patched.txt")
        return self.model.patch(f"*** Begin Patch\n*** Add File: {file}\n+from codex\n*** End Patch\n")

    def test_equal_parallel_calls_are_asks_of_their_own(self):
        append = self.model.shell(f"echo x >> {self.bench.quoted('twice')}")
        terminal = self.start(self.model.play("twice", [append, append]))
        first, second = self.phone.next_ask(), self.phone.next_ask(seconds=SOON)
        self.phone.approve(first)
        self.bench.wait_for_proof("twice")
        self.phone.deny(second)
        terminal.wait("Finished twice")
        self.assertEqual("x\n", self.bench.proof("twice").read_text())

    def test_the_prompt_comes_when_the_server_is_away(self):
        self.bench.kill_server()
        terminal = self.start(self.model.play("away", [self.touch("made")]))
        terminal.wait(PROMPT)
        self.assert_not_made("made")
        terminal.dismiss(PROMPT, ENTER)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished away")

    def test_escape_while_the_phone_is_asked_clears_it(self):
        terminal = self.start(self.model.play("escape", [self.touch("made")]))
        ask = self.phone.next_ask()
        self.consider(ask)
        terminal.press_until(ESCAPE, "(?i)interrupted")
        self.assertEqual("withdrawn", self.phone.wait_for_end(ask)["state"])
        self.bench.wait_for_event("Interrupt")
        self.assert_not_made("made")

    def test_leaving_codex_ends_it(self):
        terminal = self.start(self.model.play("hello", [self.model.text("Hello.")]))
        terminal.wait("Hello")
        self.phone.wait_for_session("completed")
        terminal.enter("/quit")
        terminal.wait_for_end()

    def test_stop_on_the_phone_only_denies(self):
        terminal = self.start(self.model.play("stop", [self.touch("made")]))
        self.phone.deny(self.phone.next_ask(), interrupt=True)
        terminal.wait("Finished stop")
        self.assert_not_made("made")

    def test_a_question_reaches_the_model(self):
        question = {
            "id": "db", "header": "Database", "question": "Which database?",
            "options": [{"label": "PostgreSQL", "description": "A server"}, {"label": "SQLite", "description": "A file"}],
        }
        terminal = self.start(self.model.play("question", [self.model.call("request_user_input", questions=[question])]))
        terminal.dismiss("enter to submit answer", ENTER)
        terminal.wait("Finished question")
        self.assertIn("PostgreSQL", self.model.results("question")[0].text)


class CodexWithoutAnswerTest(CodexCase):
    options = ("--wait", "2")

    def test_the_terminal_asks_when_no_answer_comes_in_time(self):
        terminal = self.start(self.model.play("late", [self.touch("made")]))
        ask = self.phone.next_ask()
        terminal.wait(PROMPT)
        self.assertIn(self.phone.wait_for_end(ask)["state"], ("expired", "withdrawn"))
        self.assert_not_made("made")
        terminal.dismiss(PROMPT, ENTER)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished late")
