"""An agent on the Python SDK of the Agent Client Protocol. Creates a file after permission.

    acp_agent.py FILE
"""

import asyncio
import sys

from acp import Agent, InitializeResponse, NewSessionResponse, PromptResponse, run_agent, start_tool_call
from acp import update_agent_message_text
from acp.schema import AgentCapabilities, PermissionOption, ToolCallUpdate


class Asking(Agent):
    def on_connect(self, conn):
        self.client = conn

    async def initialize(self, protocol_version, client_capabilities=None, client_info=None, **_):
        return InitializeResponse(protocol_version=protocol_version, agent_capabilities=AgentCapabilities())

    async def new_session(self, cwd, mcp_servers=None, **_):
        return NewSessionResponse(session_id="session-1")

    async def cancel(self, session_id, **_):
        pass

    async def prompt(self, prompt, session_id, **_):
        title = f"touch {sys.argv[1]}"
        call = {"kind": "execute", "raw_input": {"command": title}}
        await self.client.session_update(session_id, start_tool_call("call-1", title, **call))
        answer = await self.client.request_permission(
            session_id=session_id, tool_call=ToolCallUpdate(tool_call_id="call-1", title=title, **call),
            options=[
                PermissionOption(option_id="yes", name="Allow", kind="allow_once"),
                PermissionOption(option_id="always", name="Always", kind="allow_always"),
                PermissionOption(option_id="no", name="Reject", kind="reject_once"),
            ])
        outcome = getattr(answer.outcome, "option_id", None) or answer.outcome.outcome
        if outcome == "yes":
            with open(sys.argv[1], "w") as file:
                file.write("made")
        await self.client.session_update(session_id, update_agent_message_text(f"outcome {outcome}"))
        return PromptResponse(stop_reason="cancelled" if outcome == "cancelled" else "end_turn")


asyncio.run(run_agent(Asking()))
