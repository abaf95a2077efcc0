"""Claude Code without a terminal: `claude -p`, a gate, the permission prompt tool, and Anthropic's SDK."""

from __future__ import annotations

import json
from pathlib import Path

from ..bench import Bench
from ..programs.process import Printed
from .case import ClaudeCase

SDK_TURN = Path(__file__).resolve().parent.parent / "ends" / "sdk_turn.py"


class HeadlessCase(ClaudeCase):
    def run_claude(self, *arguments: str, scene: str = "print") -> Printed:
        run = self.claude.print(self.model.play(scene, [self.touch("made")]), *arguments)
        self.addCleanup(run.close)
        return run

    def assert_ran(self, run: Printed) -> None:
        self.assertEqual(0, run.finish(), run.problems)
        self.assertTrue(self.bench.proof("made").exists())
        self.assertEqual([], run.result["permission_denials"])

    def assert_denied(self, run: Printed) -> None:
        self.assertEqual(0, run.finish(), run.problems)
        self.assert_not_made("made")
        self.assertEqual(1, len(run.result["permission_denials"]))
        self.assertTrue(self.model.results("print")[0].is_error)


class ClaudePrintTest(HeadlessCase):
    def test_the_hook_of_a_permission_request_decides_without_a_terminal(self):
        run = self.run_claude()
        ask = self.phone.next_ask()
        self.phone.approve(ask)
        self.assert_ran(run)
        self.assert_applied(ask, "approved")

    def test_a_denial_without_a_terminal_reaches_the_model(self):
        run = self.run_claude()
        self.phone.deny(self.phone.next_ask(), message="not today")
        self.assert_denied(run)
        self.assertIn("not today", self.model.results("print")[0].text)

    def test_a_program_on_the_sdk_is_asked_on_the_phone(self):
        prompt = self.model.play("sdk", [self.touch("made")])
        run = self.claude.run_script(SDK_TURN, prompt, str(self.tools.claude))
        self.addCleanup(run.close)
        ask = self.phone.next_ask()
        self.phone.approve(ask)
        self.assertEqual(0, run.finish(), run.problems)
        self.assertEqual("Finished sdk.", run.result["result"])
        self.assertTrue(self.bench.proof("made").exists())
        self.assert_applied(ask, "approved")

    def test_the_phone_is_quicker_than_the_programs_own_callback(self):
        prompt = self.model.play("sdk", [self.touch("made")])
        run = self.claude.run_script(SDK_TURN, prompt, str(self.tools.claude), "--says-no")
        self.addCleanup(run.close)
        self.phone.approve(self.phone.next_ask())
        self.bench.wait_for_proof("made")
        self.assertEqual(0, run.finish(), run.problems)


class ClaudeGateTest(HeadlessCase):
    def gate(self, *options: str) -> None:
        add_gate(self.bench, *options)

    def test_a_gate_runs_what_was_approved(self):
        self.gate()
        run = self.run_claude()
        self.phone.approve(self.phone.next_ask())
        self.assert_ran(run)
        self.assertEqual(1, len(self.phone.asks()), "one call creates one ask")

    def test_a_gate_denies_what_was_denied(self):
        self.gate()
        run = self.run_claude()
        self.phone.deny(self.phone.next_ask())
        self.assert_denied(run)

    def test_a_gate_denies_when_no_answer_comes(self):
        self.gate("--wait", "1")
        run = self.run_claude()
        self.phone.next_ask()
        self.assert_denied(run)

    def test_a_gate_denies_when_the_server_is_away(self):
        self.gate()
        self.bench.kill_server()
        self.assert_denied(self.run_claude())


class ClaudePromptToolTest(HeadlessCase):
    """`--permission-prompt-tool mcp__bellhop__approve`."""

    #: Excludes the user's settings, and thereby the hooks.
    alone = ("--setting-sources", "project,local")

    def prompt_tool(self, *arguments: str) -> Printed:
        servers = {"mcpServers": {"bellhop": {"command": "bellhop", "args": ["mcp", "--timeout", "60"]}}}
        file = self.bench.folder / "mcp.json"
        file.write_text(json.dumps(servers))
        return self.run_claude(
            "--mcp-config", str(file), "--permission-prompt-tool", "mcp__bellhop__approve", *arguments)

    def test_the_prompt_tool_runs_what_was_approved(self):
        run = self.prompt_tool(*self.alone)
        self.phone.approve(self.phone.next_ask())
        self.assert_ran(run)

    def test_the_prompt_tool_denies_what_was_denied(self):
        run = self.prompt_tool(*self.alone)
        self.phone.deny(self.phone.next_ask(), message="not today")
        self.assert_denied(run)
        self.assertIn("not today", self.model.results("print")[0].text)

    def test_hook_and_prompt_tool_together_ask_once(self):
        run = self.prompt_tool()
        ask = self.phone.next_ask()
        self.phone.approve(ask)
        self.assert_ran(run)
        self.assertEqual([ask["id"]], [each["id"] for each in self.phone.asks()])


def add_gate(bench: Bench, *options: str) -> None:
    """Adds the gate entry of docs/agents.md to the entries of `bellhop setup`."""
    path = bench.settings_of("claude")
    settings = json.loads(path.read_text())
    hook = {"type": "command", "command": "bellhop", "args": ["hook", "claude", "--gate", *options], "timeout": 600}
    settings["hooks"].setdefault("PreToolUse", []).append({"matcher": "Bash|Edit|Write", "hooks": [hook]})
    path.write_text(json.dumps(settings, indent=2))
