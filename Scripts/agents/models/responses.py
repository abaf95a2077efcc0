"""The part of OpenAI's Responses API that Codex uses."""

from __future__ import annotations

import json
from typing import Any

from .server import SCENE, ModelServer, Result, events


class ResponsesModel(ModelServer):
    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def text(self, words: str) -> dict:
        return {"text": words}

    @staticmethod
    def shell(command: str, justification: str = "May I?") -> dict:
        """A command that requests to run outside the sandbox, so that Codex asks for permission."""
        return {"shell": command, "justification": justification}

    @staticmethod
    def patch(text: str) -> dict:
        return {"patch": text}

    @staticmethod
    def call(tool: str, **given: Any) -> dict:
        return {"tool": tool, "given": given}

    def reads(self, path: str) -> bool:
        return path.endswith("/responses")

    def side_reply(self, path: str, body: dict) -> tuple[str, bytes] | None:
        """Codex also requests a title for each conversation without offering tools."""
        if body.get("tools"):
            return None
        return self.reply(body, [self.text('{"title": "A title"}')], self._number())

    def position(self, body: dict) -> tuple[str | None, int]:
        name, step, last = None, 0, ""
        for item in body.get("input", []):
            kind = item.get("type", "message")
            if kind == "message" and item.get("role") == "user":
                found = SCENE.findall(_text_of(item))
                if found:
                    name, step = found[-1], 0
            elif kind.endswith("_call"):
                # The calls of one reply are consecutive.
                step += not last.endswith("_call")
            last = kind
        return name, step

    def results_in(self, body: dict) -> list[Result]:
        outputs = [item for item in body.get("input", []) if item.get("type", "").endswith("_call_output")]
        return [Result(item["call_id"], _output_of(item)) for item in outputs]

    def reply(self, body: dict, blocks: list, number: int) -> tuple[str, bytes]:
        items = [self._item(block, body.get("tools", []), f"{number}_{index}") for index, block in enumerate(blocks)]
        response = {
            "id": f"resp_{number}", "output": items,
            "usage": {
                "input_tokens": 10, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 5,
                "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 15,
            },
        }
        parts = [("response.created", {"response": {"id": response["id"]}})]
        parts += [("response.output_item.done", {"output_index": n, "item": item}) for n, item in enumerate(items)]
        parts.append(("response.completed", {"response": response}))
        return "text/event-stream", events(parts)

    @staticmethod
    def _item(block: dict, tools: list, number: str) -> dict:
        """Replaces `shell` and `patch` by the tool of that kind in the request, whose name depends on the model."""
        offered = {tool.get("name", tool.get("type")): tool for tool in tools}
        if "text" in block:
            content = [{"type": "output_text", "text": block["text"]}]
            return {"type": "message", "role": "assistant", "id": f"msg_{number}", "content": content}
        if "patch" in block:
            if offered.get("apply_patch", {}).get("type") == "custom":
                return {
                    "type": "custom_tool_call", "id": f"ctc_{number}", "call_id": f"call_{number}",
                    "name": "apply_patch", "input": block["patch"],
                }
            name, given = "apply_patch", {"input": block["patch"]}
        elif "shell" in block:
            name = next((name for name in ("shell_command", "exec_command", "shell") if name in offered), "shell_command")
            command: Any = ["bash", "-lc", block["shell"]] if name == "shell" else block["shell"]
            given = {"cmd" if name == "exec_command" else "command": command}
            given.update(sandbox_permissions="require_escalated", justification=block["justification"])
        else:
            name, given = block["tool"], block["given"]
        return {
            "type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": name,
            "arguments": json.dumps(given),
        }


def _text_of(item: dict) -> str:
    content = item.get("content")
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content or [] if isinstance(part, dict))


def _output_of(item: dict) -> str:
    output = item.get("output")
    if isinstance(output, list):
        return "\n".join(part.get("text", "") for part in output if isinstance(part, dict))
    return output if isinstance(output, str) else json.dumps(output)
