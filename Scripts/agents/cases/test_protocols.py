"""`bellhop acp` and `bellhop mcp` with clients and agents on the Python SDKs of the protocols."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from acp import PROTOCOL_VERSION, Client, RequestPermissionResponse, spawn_agent_process, text_block
from acp.schema import AllowedOutcome
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from waiting import PATIENCE

from .case import BenchCase

ACP_AGENT = Path(__file__).resolve().parent.parent / "ends" / "acp_agent.py"


class Editor(Client):
    """An editor whose user answers when `choice` is set, and that records the messages it receives."""

    def __init__(self):
        self.choice: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.asked = asyncio.Event()
        self.texts: list[str] = []

    async def request_permission(self, options, session_id, tool_call, **_):
        self.asked.set()
        option = await self.choice
        return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=option))

    async def session_update(self, session_id, update, **_):
        text = getattr(getattr(update, "content", None), "text", None)
        if text:
            self.texts.append(text)


class ACPTest(BenchCase):
    def converse(self, meet) -> tuple[Editor, str]:
        """A turn of the agent behind `bellhop acp`, while `meet` acts for the people."""

        async def run() -> tuple[Editor, str]:
            editor = Editor()
            command = [
                "acp", "--", sys.executable, "-B", str(ACP_AGENT), str(self.bench.proof("made")),
            ]
            bellhop = str(self.bench.home / ".local" / "bin" / "bellhop")
            async with spawn_agent_process(
                editor, bellhop, *command, env=self.bench.environment(), cwd=str(self.bench.work)
            ) as (connection, _):
                await connection.initialize(protocol_version=PROTOCOL_VERSION)
                session = await connection.new_session(cwd=str(self.bench.work), mcp_servers=[])
                turn = asyncio.create_task(
                    connection.prompt(session_id=session.session_id, prompt=[text_block("go")]))
                await meet(editor)
                reply = await asyncio.wait_for(turn, PATIENCE)
                return editor, reply.stop_reason

        return asyncio.run(asyncio.wait_for(run(), 2 * PATIENCE))

    def test_an_approval_on_the_phone_answers_the_agent(self):
        async def meet(editor: Editor):
            await asyncio.wait_for(editor.asked.wait(), PATIENCE)
            self.ask = await asyncio.to_thread(self.phone.next_ask)
            await asyncio.to_thread(self.phone.approve, self.ask)

        editor, reason = self.converse(meet)
        self.assertEqual(("end_turn", ["outcome yes"]), (reason, editor.texts))
        self.assertTrue(self.bench.proof("made").exists())
        self.assert_applied(self.ask, "approved")

    def test_a_denial_on_the_phone_answers_the_agent(self):
        async def meet(editor: Editor):
            ask = await asyncio.to_thread(self.phone.next_ask)
            await asyncio.to_thread(self.phone.deny, ask)

        editor, _ = self.converse(meet)
        self.assertEqual(["outcome no"], editor.texts)
        self.assert_not_made("made")

    def test_an_answer_in_the_editor_clears_the_phone(self):
        async def meet(editor: Editor):
            self.ask = await asyncio.to_thread(self.phone.next_ask)
            editor.choice.set_result("yes")

        editor, _ = self.converse(meet)
        self.assertEqual(["outcome yes"], editor.texts)
        self.assertEqual("withdrawn", self.phone.wait_for_end(self.ask)["state"])


class MCPTest(BenchCase):
    def call(self, tool: str, given: dict, meet=None, *options: str):
        """The result of a tool call of `bellhop mcp`, while `meet` acts for the person."""

        async def run():
            server = StdioServerParameters(
                command=str(self.bench.home / ".local" / "bin" / "bellhop"), args=["mcp", *options],
                env=self.bench.environment(), cwd=str(self.bench.work))
            async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
                await session.initialize()
                self.tool_names = {each.name for each in (await session.list_tools()).tools}
                call = asyncio.create_task(session.call_tool(tool, given))
                if meet:
                    await asyncio.to_thread(meet)
                return await asyncio.wait_for(call, PATIENCE)

        return asyncio.run(asyncio.wait_for(run(), 2 * PATIENCE))

    def test_a_question_is_answered_on_the_phone(self):
        result = self.call(
            "ask", {"question": "Which colour?", "options": ["Red", "Blue"]},
            lambda: self.phone.reply(self.phone.next_ask(), {"selected": ["Blue"]}))
        self.assertEqual({"ask", "approve", "notify"}, self.tool_names)
        self.assertIn("Blue", result.content[0].text)

    def test_approve_says_what_the_phone_said(self):
        given = {"tool_name": "Bash", "input": {"command": "ls"}, "tool_use_id": "toolu_1"}
        approved = self.call("approve", given, lambda: self.phone.approve(self.phone.next_ask()))
        self.assertIn('"behavior":"allow"', approved.content[0].text)
        denied = self.call("approve", given, lambda: self.phone.deny(self.phone.next_ask()))
        self.assertIn('"behavior":"deny"', denied.content[0].text)

    def test_approve_denies_when_no_answer_comes(self):
        given = {"tool_name": "Bash", "input": {"command": "ls"}, "tool_use_id": "toolu_1"}
        result = self.call("approve", given, None, "--timeout", "1")
        self.assertIn('"behavior":"deny"', result.content[0].text)

    def test_notify_tells_the_phone(self):
        self.call("notify", {"title": "Hello", "body": "From an agent", "level": "success"})
        self.assertEqual(["Hello"], [each["title"] for each in self.phone.notifications()])
