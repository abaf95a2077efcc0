"""An MCP server with one tool, `book`, which sends an elicitation and returns its result.

Written without an SDK, to follow exactly the protocol version 2025-11-25.
"""

import json
import sys

FORM = {
    "type": "object", "required": ["room", "nights"],
    "properties": {
        "room": {"type": "string", "title": "Room", "description": "Which room?", "enum": ["Blue", "Green"]},
        "nights": {"type": "integer", "title": "Nights", "description": "How many nights?", "minimum": 1},
    },
}


def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


waiting = None
for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if method == "initialize":
        server = {"name": "booking", "version": "1"}
        say(id=number, result={"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": server})
    elif method == "tools/list":
        tool = {"name": "book", "description": "Books a room", "inputSchema": {"type": "object"}}
        say(id=number, result={"tools": [tool]})
    elif method == "tools/call":
        waiting = number
        say(id="form", method="elicitation/create", params={
            "mode": "form", "message": "Where do you want to sleep?", "requestedSchema": FORM})
    elif number == "form":
        said = message.get("result") or message.get("error")
        say(id=waiting, result={"content": [{"type": "text", "text": json.dumps(said)}]})
    elif number is not None:
        say(id=number, error={"code": -32601, "message": "unknown"})
