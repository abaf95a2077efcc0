"""The recorded terminal sessions of the pictures."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from fuzz.server import Server

from .terminal import Terminal

#: Sizes of terminals with and without room for both phones side by side.
WIDTHS = [("", 100), ("-narrow", 56)]
COMMAND = """\
set -e
npm ci
npm test
git tag --force v2.1.0
git push --force origin main v2.1.0
"""


def demo(tool: Path, folder: Path):
    for suffix, columns in WIDTHS:
        with Terminal([str(tool), "demo"], columns, 50, _environment(folder / "demo")) as terminal:
            terminal.until(lambda text: text.count("✓ Approve") == 2 and "q quit" in text)
            yield (
                terminal, f"demo{suffix}", "bellhop demo",
                "Two phones' lock screens drawn in a terminal. On each a notification: Claude wants to run Bash, with the "
                "warning force push, the command, the time that is left, and the buttons Approve and Deny.",
            )
            terminal.press("a")
            terminal.ended()
            yield (
                terminal, f"demo-answered{suffix}", "bellhop demo",
                "The same after Approve was pressed: each step with its time, from the hook's start to the cleared "
                "iPad, what the agent was told, and that both phones are cleared.",
            )


def phone(tool: Path, folder: Path):
    environment = _environment(folder / "phone")
    with Server(tool, folder) as server:
        environment |= {"BELLHOP_CONFIG": str(folder / "config"), "BELLHOP_DATA": str(folder / "data")}
        for suffix, columns in WIDTHS:
            arguments = [str(tool), "phone", "--name", "My phone", "--locked"]
            with Terminal(arguments, columns, 36, environment) as terminal:
                terminal.until(lambda text: "no notifications" in text and "not paired" not in text)
                with _hook(tool, environment) as hook:
                    terminal.until(lambda text: "✗ Deny" in text)
                    terminal.press("t")
                    terminal.until(lambda text: "✓ Approve" in text and "app open" in text)
                    yield (
                        terminal, f"phone{suffix}", "bellhop phone",
                        "An opened ask in the terminal phone: the warning force push, the whole script that Claude "
                        "wants to run, the rest of its input, the time that is left, Approve, Deny, and the keys.",
                    )
                    terminal.press("d")
                    terminal.until(lambda text: "Denied" in text)
                    hook.wait(timeout=30)
                terminal.press("q")
                terminal.ended()


def _hook(tool: Path, environment: dict) -> subprocess.Popen:
    asked = {
        "session_id": "s-1", "prompt_id": "p-1", "transcript_path": "/home/you/.claude/s-1.jsonl", "cwd": "/home/you/shop",
        "permission_mode": "default", "hook_event_name": "PermissionRequest", "tool_name": "Bash",
        "tool_input": {"command": COMMAND.strip(), "description": "Release version 2.1.0", "timeout": 600000},
    }
    hook = subprocess.Popen(
        [str(tool), "hook", "claude"], env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    hook.stdin.write(json.dumps(asked))
    hook.stdin.close()
    return hook


def _environment(home: Path) -> dict:
    home.mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BELLHOP", "XDG", "NO_COLOR"))}
    return kept | {"HOME": str(home), "TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no"}


SCENES = [demo, phone]
