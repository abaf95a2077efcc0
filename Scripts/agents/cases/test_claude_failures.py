"""Claude Code when something ends or changes while the phone is asked."""

from __future__ import annotations

from waiting import until

from .case import ENTER, SOON, ClaudeCase


class ClaudeFailuresTest(ClaudeCase):
    def test_a_killed_agent_clears_the_phone_and_ends_its_session(self):
        terminal = self.start(self.model.play("killed", [self.touch("made")]))
        ask = self.phone.next_ask()
        terminal.wait("Do you want to")
        terminal.kill()
        # The hook reports that the agent has ended. The turn monitor may be first, with another reason.
        self.assert_cleared(ask, "agent_ended", "answered_in_terminal")
        until(lambda: self.phone.sessions()[0]["status"] in ("completed", "failed"), "the session to end", SOON)
        self.assert_not_made("made")

    def test_an_answer_arrives_after_the_server_was_killed_and_started_again(self):
        terminal = self.start(self.model.play("restart", [self.touch("made")]))
        ask = self.phone.next_ask()
        terminal.wait("Do you want to")
        self.bench.kill_server()
        self.bench.serve()
        self.assertEqual([ask["id"]], [each["id"] for each in self.phone.pending()])
        self.phone.approve(ask)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished restart")
        self.assert_applied(ask, "approved")

    def test_the_prompt_stands_when_the_server_is_away(self):
        self.bench.kill_server()
        terminal = self.start(self.model.play("away", [self.touch("made")]))
        terminal.wait("Do you want to")
        self.assert_not_made("made")
        terminal.dismiss("Do you want to", ENTER)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished away")

    def test_a_background_subagents_prompt_comes_to_the_terminal(self):
        self.model.play("inner", [self.touch("made")])
        outer = self.model.play("outer", [self.model.call(
            "Agent", description="A part", prompt="scene:inner", subagent_type="general-purpose", run_in_background=True)])
        terminal = self.start(outer)
        self.phone.next_ask()
        # Claude Code shows the dialog only after the hook has ended, which waits for at most 45 s here.
        terminal.wait("Do you want to", seconds=45 + SOON)
        terminal.dismiss("Do you want to", ENTER)
        self.bench.wait_for_proof("made")

    def test_a_script_that_changed_after_the_ask_does_not_run(self):
        script = self.bench.work / "release.sh"
        script.write_text(f"touch {self.bench.quoted('reviewed')}\n")
        terminal = self.start(self.model.play("script", [self.model.bash("bash ./release.sh")]))
        ask = self.phone.next_ask()
        script.write_text(f"touch {self.bench.quoted('unseen')}\n")
        self.phone.approve(ask)
        # The hook allows nothing and notifies the phone; the terminal prompt stays open.
        until(self.phone.notifications, "the notification that the command was not run", SOON)
        terminal.wait("Do you want to")
        self.assert_not_made("unseen")
