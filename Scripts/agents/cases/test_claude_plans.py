"""Plans and questions of Claude Code, answered on the phone."""

from __future__ import annotations

from .case import SOON, ClaudeCase

DATABASE = {
    "question": "Which database?", "header": "Database", "multiSelect": False,
    "options": [{"label": "PostgreSQL", "description": "A server"}, {"label": "SQLite", "description": "A file"}],
}
EXTRAS = {
    "question": "Which extras?", "header": "Extras", "multiSelect": True,
    "options": [{"label": name, "description": "An extra"} for name in ("Cache", "Queue", "Search")],
}


class ClaudePlansTest(ClaudeCase):
    def plan(self) -> str:
        """A plan that requests more than the phone grants: permission for a kind of command."""
        leave = self.model.call("ExitPlanMode", allowedPrompts=[{"tool": "Bash", "prompt": "touch files"}])
        return self.model.play("plan", self.model.plan("# Plan\n1. Touch a file\n", self.bench.home), [leave], [self.touch("made")])

    def carry_out(self, mode: str) -> None:
        terminal = self.start(self.plan(), mode)
        plan = self.phone.next_ask()
        self.assertEqual("ExitPlanMode", plan["tool_name"])
        self.assertIn("Touch a file", plan["input"])
        self.phone.approve(plan)
        self.assert_applied(plan, "approved")
        # The plan was approved, but not its commands.
        command = self.phone.next_ask()
        self.assertEqual("Bash", command["tool_name"])
        self.assert_not_made("made")
        self.phone.approve(command)
        self.bench.wait_for_proof("made")
        terminal.wait("Finished plan")

    def test_commands_of_an_approved_plan_are_asked_about(self):
        self.carry_out("plan")

    def test_commands_of_a_plan_approved_in_auto_mode_are_asked_about(self):
        terminal = self.start(self.model.play("hello", [self.model.text("Hello.")]), "auto")
        terminal.wait("Hello")
        terminal.enter("/plan")
        terminal.wait("plan mode on|Enabled plan mode")
        terminal.enter(self.plan())
        plan = self.phone.next_ask()
        self.phone.approve(plan)
        self.assert_applied(plan, "approved")
        command = self.phone.next_ask(seconds=SOON)
        self.assertEqual("Bash", command["tool_name"])
        self.assert_not_made("made")
        self.phone.deny(command)
        terminal.wait("Finished plan")
        self.assert_not_made("made")

    def test_a_denied_plan_is_not_carried_out(self):
        terminal = self.start(self.plan(), "plan")
        self.phone.deny(self.phone.next_ask(), message="smaller steps")
        leave = self.model.wait_for_results("plan", 2)[1]
        self.assertTrue(leave.is_error)
        self.assertIn("smaller steps", leave.text)
        self.assert_not_made("made")
        terminal.close()


class ClaudeQuestionsTest(ClaudeCase):
    def ask(self, *questions: dict) -> dict:
        self.terminal = self.start(self.model.play("ask", [self.model.call("AskUserQuestion", questions=list(questions))]))
        return self.phone.next_ask()

    def test_a_chosen_option_reaches_the_model(self):
        ask = self.ask(DATABASE)
        self.assertEqual(["PostgreSQL", "SQLite"], [option["label"] for option in ask["questions"][0]["options"]])
        self.phone.reply(ask, {"selected": ["SQLite"]})
        self.terminal.wait("Finished ask")
        self.assertIn('"Which database?"="SQLite"', self.model.results("ask")[0].text)
        self.assert_applied(ask, "answered")

    def test_free_text_reaches_the_model(self):
        ask = self.ask(DATABASE)
        self.assertTrue(ask["questions"][0]["allows_text"])
        self.phone.reply(ask, {"selected": [], "text": "DuckDB, please"})
        self.terminal.wait("Finished ask")
        self.assertIn("DuckDB, please", self.model.results("ask")[0].text)

    def test_several_questions_and_choices_reach_the_model(self):
        ask = self.ask(DATABASE, EXTRAS)
        self.phone.reply(ask, {"selected": ["PostgreSQL"]}, {"selected": ["Cache", "Search"]})
        self.terminal.wait("Finished ask")
        text = self.model.results("ask")[0].text
        self.assertIn("PostgreSQL", text)
        self.assertIn("Cache, Search", text)
