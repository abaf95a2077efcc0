"""Claude Code in a terminal, answered on the phone."""

from __future__ import annotations

from waiting import until

from .case import ENTER, ESCAPE, SOON, ClaudeCase, known_race

PROMPT = "Do you want to"


class ClaudeAnswersTest(ClaudeCase):
    def test_an_approved_command_runs_and_its_prompt_goes(self):
        terminal = self.start(self.model.play("approve", [self.touch("made")]))
        ask = self.phone.next_ask()
        self.assertIn("touch ", ask["input"])
        self.assertIn("work/made", ask["input"])
        terminal.wait(PROMPT)
        self.assert_not_made("made")
        self.phone.approve(ask)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished approve")
        self.assertFalse(terminal.shows(PROMPT))
        self.assertFalse(self.model.results("approve")[0].is_error)
        self.assert_applied(ask, "approved")
        self.assertEqual([], self.phone.pending())
        self.phone.wait_for_session("completed")

    def deny(self, scene: str) -> dict:
        terminal = self.start(self.model.play(scene, [self.touch("made")]))
        ask = self.phone.next_ask()
        self.consider(ask)
        self.phone.deny(ask)
        terminal.wait(f"Finished {scene}")
        return ask

    def test_a_denied_command_does_not_run(self):
        ask = self.deny("deny")
        self.assertTrue(self.model.wait_for_results("deny")[0].is_error)
        self.assert_not_made("made")
        self.assertEqual("denied", self.phone.ask(ask)["state"])

    @known_race("the process that watches the turn sometimes ends before it finds the denied call in the transcript")
    def test_a_denial_is_reported_as_applied(self):
        ask = self.deny("applied")
        self.assertEqual("denied", self.phone.wait_for_applied(ask, seconds=SOON)["state"])

    def test_the_model_reads_the_message_of_a_denial(self):
        self.start(self.model.play("instruct", [self.touch("made")]))
        self.phone.deny(self.phone.next_ask(), message="use npm ci instead")
        result = self.model.wait_for_results("instruct")[0]
        self.assertTrue(result.is_error)
        self.assertIn("use npm ci instead", result.text)
        self.assert_not_made("made")

    def test_deny_and_stop_ends_the_turn(self):
        terminal = self.start(self.model.play("stop", [self.touch("made")]))
        ask = self.phone.next_ask()
        terminal.wait(PROMPT)
        self.consider(ask)
        self.phone.deny(ask, interrupt=True)
        terminal.wait_without(PROMPT)
        self.assert_applied(ask, "denied")
        self.assert_not_made("made")
        until(lambda: self.phone.sessions()[0]["status"] != "running", "the session no longer to run", SOON)
        # The model receives the result only after the person has continued.
        self.assertEqual([], self.model.results("stop"))

    def test_an_approved_write_and_edit_change_the_file(self):
        notes = self.bench.proof("notes.txt")
        notes.write_text("one\ntwo\n")
        terminal = self.start(self.model.play(
            "edit", [self.model.call("Write", file_path=str(self.bench.proof("new.txt")), content="new\n")],
            [self.model.call("Read", file_path=str(notes))],
            [self.model.call("Edit", file_path=str(notes), old_string="two", new_string="three")]))
        for name in ("Write", "Edit"):
            ask = self.phone.next_ask()
            self.assertEqual(name, ask["tool_name"])
            self.phone.approve(ask)
            self.assert_applied(ask, "approved")
        terminal.wait("Finished edit")
        self.assertEqual("new\n", self.bench.proof("new.txt").read_text())
        self.assertEqual("one\nthree\n", notes.read_text())

    def test_parallel_calls_are_asks_of_their_own(self):
        terminal = self.start(self.model.play("parallel", [self.touch("first"), self.touch("second")]))
        first = self.phone.next_ask(lambda ask: "first" in ask["input"])
        self.phone.deny(first)
        second = self.phone.next_ask(lambda ask: "second" in ask["input"])
        self.phone.approve(second)
        terminal.wait("Finished parallel")
        self.assert_not_made("first")
        self.assertTrue(self.bench.proof("second").exists())
        self.assertEqual([True, False], [result.is_error for result in self.model.results("parallel")])

    def test_equal_parallel_calls_run_once_for_each_approval(self):
        append = self.model.bash(f"echo x >> {self.bench.quoted('twice')}")
        terminal = self.start(self.model.play("twice", [append, append]))
        self.phone.approve(self.phone.next_ask())
        until(lambda: self.bench.wait_for_proof("twice") == "x\n", "the first call to have run")
        # It may already be removed from the phone, see below.
        terminal.wait(PROMPT)
        terminal.dismiss(PROMPT, ESCAPE)
        self.phone.wait_for_none()
        self.assertEqual("x\n", self.bench.proof("twice").read_text())

    @known_race("the event of the first call's end may arrive after the second ask and is attributed to the second call")
    def test_the_second_of_two_equal_calls_waits_on_the_phone(self):
        append = self.model.bash(f"echo x >> {self.bench.quoted('twice')}")
        self.start(self.model.play("second", [append, append]))
        self.phone.approve(self.phone.next_ask())
        self.consider(self.phone.next_ask(seconds=SOON))

    def test_what_an_approval_remembers_is_not_asked_again(self):
        call = self.model.bash("npm test --version")
        terminal = self.start(self.model.play("remember", [call], [call]))
        ask = self.phone.next_ask()
        self.assertTrue(ask.get("rules"), "no rule is offered")
        self.phone.approve(ask, remember=ask["rules"][:1])
        terminal.wait("Finished remember")
        self.assert_applied(ask, "approved")
        self.assertEqual(1, len(self.phone.asks()))

    def test_a_subagents_call_is_asked_about(self):
        self.model.play("inner", [self.touch("made")])
        outer = self.model.play("outer", [self.model.call(
            "Agent", description="A part", prompt="scene:inner", subagent_type="general-purpose", run_in_background=False)])
        terminal = self.start(outer)
        ask = self.phone.next_ask()
        self.phone.approve(ask)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished outer")
        self.assert_applied(ask, "approved")
        self.bench.wait_for_event("SubagentStop")


class ClaudeWithoutAnswerTest(ClaudeCase):
    options = ("--wait", "2")

    def test_a_prompt_stands_when_no_answer_comes_in_time(self):
        terminal = self.start(self.model.play("late", [self.touch("made")]))
        ask = self.phone.next_ask()
        terminal.wait(PROMPT)
        self.assertIn(self.phone.wait_for_end(ask)["state"], ("expired", "withdrawn"))
        self.assertTrue(terminal.shows(PROMPT))
        self.assert_not_made("made")
        terminal.dismiss(PROMPT, ENTER)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished late")
