"""One turn of Claude Code through Anthropic's Python SDK, with the user's settings and their hooks.

    sdk_turn.py PROMPT CLAUDE [--says-no]

With --says-no the program also decides: its callback waits until standard input ends, and denies.
"""

import asyncio
import json
import sys

from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, PermissionResultDeny, ResultMessage


async def deny(tool, given, context):
    await asyncio.to_thread(sys.stdin.read)
    return PermissionResultDeny(message="the program says no")


async def main():
    options = ClaudeAgentOptions(
        cli_path=sys.argv[2], setting_sources=["user", "project", "local"], permission_mode="default",
        can_use_tool=deny if "--says-no" in sys.argv else None)
    async with ClaudeSDKClient(options) as client:
        await client.query(sys.argv[1])
        async for message in client.receive_response():
            if isinstance(message, ResultMessage):
                print(json.dumps({"result": message.result}))


asyncio.run(main())
