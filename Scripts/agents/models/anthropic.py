"""The part of Anthropic's Messages API that Claude Code uses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from .server import SCENE, ModelServer, Result, events


class AnthropicModel(ModelServer):
    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def text(self, words: str) -> dict:
        return {"type": "text", "text": words}

    @staticmethod
    def call(tool: str, **given: Any) -> dict:
        return {"type": "tool_use", "name": tool, "input": given}

    @classmethod
    def bash(cls, command: str, **given: Any) -> dict:
        return cls.call("Bash", command=command, description="A step of the script", **given)

    @classmethod
    def plan(cls, text: str, home: Path):
        """A step that writes the plan to the file below `home` that Claude Code specifies in plan mode."""

        def blocks(body: dict) -> list:
            folder = home.resolve() / ".claude" / "plans"
            named = re.search(rf"{re.escape(str(folder))}/[\w-]+\.md", json.dumps(body, ensure_ascii=False))
            return [cls.call("Write", file_path=named.group() if named else str(folder / "unnamed.md"), content=text)]

        return blocks

    def reads(self, path: str) -> bool:
        return path.startswith("/v1/messages")

    def side_reply(self, path: str, body: dict) -> tuple[str, bytes] | None:
        """Claude Code also counts tokens, and requests titles without offering tools."""
        if "count_tokens" in path:
            return "application/json", b'{"input_tokens": 10}'
        if body.get("tools"):
            return None
        return self.reply(body, [self.text("A title")], self._number())

    def position(self, body: dict) -> tuple[str | None, int]:
        name, step = None, 0
        for message in body.get("messages", []):
            if message["role"] == "user":
                found = [scene for text in _texts(message) for scene in SCENE.findall(text)]
                if found:
                    name, step = found[-1], 0
            elif isinstance(message.get("content"), list):
                step += any(block.get("type") == "tool_use" for block in message["content"])
        return name, step

    def results_in(self, body: dict) -> list[Result]:
        blocks = [
            block
            for message in body.get("messages", []) if isinstance(message.get("content"), list)
            for block in message["content"] if block.get("type") == "tool_result"
        ]
        return [Result(block["tool_use_id"], _flat(block.get("content")), bool(block.get("is_error"))) for block in blocks]

    def reply(self, body: dict, blocks: list, number: int) -> tuple[str, bytes]:
        content = [
            {"id": f"toolu_{number:04d}{index:02d}", **block} if block["type"] == "tool_use" else block
            for index, block in enumerate(blocks)
        ]
        stop = "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn"
        if not body.get("stream"):
            return "application/json", json.dumps(self._message(body, content, number, stop)).encode()
        parts: list[tuple[str, dict]] = [("message_start", {"message": self._message(body, [], number, None)})]
        for index, block in enumerate(content):
            if block["type"] == "text":
                start, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
            else:
                start = {**block, "input": {}}
                delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            parts += [
                ("content_block_start", {"index": index, "content_block": start}),
                ("content_block_delta", {"index": index, "delta": delta}),
                ("content_block_stop", {"index": index}),
            ]
        parts += [
            ("message_delta", {"delta": {"stop_reason": stop, "stop_sequence": None}, "usage": {"output_tokens": 20}}),
            ("message_stop", {}),
        ]
        return "text/event-stream", events(parts)

    @staticmethod
    def _message(body: dict, content: list, number: int, stop: str | None) -> dict:
        return {
            "id": f"msg_{number:05d}", "type": "message", "role": "assistant", "model": body.get("model"),
            "content": content, "stop_reason": stop, "stop_sequence": None,
            "usage": {
                "input_tokens": 10, "output_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
            },
        }


def _texts(message: dict) -> list[str]:
    content = message.get("content")
    if isinstance(content, str):
        return [content]
    return [block.get("text", "") for block in content or [] if block.get("type") == "text"]


def _flat(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(block.get("text", "") for block in content if isinstance(block, dict))
    return content or ""
