"""Events of Claude Code other than prompts, and elicitations of an MCP server."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from .case import ClaudeCase

BOOKING = Path(__file__).resolve().parent.parent / "ends" / "booking_server.py"


class ClaudeEventsTest(ClaudeCase):
    def test_a_failed_turn_is_told(self):
        terminal = self.start(self.model.play("broken", self.model.refusal(400, "no such model")))
        terminal.wait("no such model")
        self.phone.wait_for_session("failed")
        self.bench.wait_for_event("StopFailure")

    def test_a_failed_command_is_no_failure_of_the_turn(self):
        terminal = self.start(self.model.play("wrong", [self.model.bash("ls missing-file")]))
        terminal.wait("Finished wrong")
        self.bench.wait_for_event("PostToolUseFailure")
        self.phone.wait_for_session("completed")

    def test_a_form_of_an_mcp_server_is_filled_in_on_the_phone(self):
        servers = {"mcpServers": {"booking": {"command": sys.executable, "args": ["-B", str(BOOKING)]}}}
        file = self.bench.folder / "mcp.json"
        file.write_text(json.dumps(servers))
        book = self.model.play("book", [self.model.call("mcp__booking__book")])
        terminal = self.start(book, "default", "--mcp-config", str(file), "--allowedTools", "mcp__booking__book", "--")
        ask = self.phone.next_ask()
        self.assertEqual(2, len(ask["questions"]))
        self.phone.reply(ask, {"selected": ["Green"]}, {"selected": [], "text": "3"})
        terminal.wait("Finished book")
        said = json.loads(self.model.results("book")[0].text)
        self.assertEqual({"action": "accept", "content": {"room": "Green", "nights": 3}}, said)

    def test_leaving_claude_ends_the_session(self):
        terminal = self.start(self.model.play("hello", [self.model.text("Hello.")]))
        terminal.wait("Hello")
        self.phone.wait_for_session("completed")
        terminal.enter("/exit")
        terminal.wait_for_end()
        self.assertEqual("prompt_input_exit", self.bench.wait_for_event("SessionEnd")["reason"])
