"""Runs Claude Code in the home folder of a bench, with the scripted model."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from ..bench import Bench
from ..models.anthropic import AnthropicModel
from ..terminal import Terminal
from .process import Printed

#: Not a real key.
KEY = "an-api-key-for-the-scripted-model-0123456789"

SETTINGS = """{
  "permissions": {
    "allow": ["Bash(ls:*)"],
    "defaultMode": "default"
  }
}
"""


class Claude:
    def __init__(self, bench: Bench, model: AnthropicModel):
        self.bench, self.model = bench, model
        settings = bench.settings_of("claude")
        settings.parent.mkdir(exist_ok=True)
        settings.write_text(SETTINGS)
        #: The settings before `bellhop setup`.
        self.original = settings.read_bytes()
        # Prevents the dialogs of a first start.
        state = {
            "hasCompletedOnboarding": True, "hasSeenAutoDefaultNudge": True, "hasSeenAutoModeEntryWarning": True,
            "theme": "dark",
            "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
            "projects": {str(bench.work.resolve()): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
        }
        (bench.home / ".claude.json").write_text(json.dumps(state))

    def environment(self) -> dict[str, str]:
        return self.bench.environment(
            ANTHROPIC_BASE_URL=self.model.url, ANTHROPIC_API_KEY=KEY, DISABLE_TELEMETRY="1", DISABLE_AUTOUPDATER="1",
            DISABLE_ERROR_REPORTING="1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1")

    def start(self, prompt: str, mode: str = "default", *arguments: str) -> Terminal:
        """Claude Code in a terminal, with `prompt`."""
        command = [str(self.bench.tools.claude), "--permission-mode", mode, *arguments, prompt]
        return Terminal(command, self.bench.work, self.environment())

    def print(self, prompt: str, *arguments: str, mode: str = "default") -> Printed:
        """`claude -p`, which shows no permission prompts."""
        command = [
            str(self.bench.tools.claude), "-p", prompt, "--output-format", "json", "--permission-mode", mode, *arguments,
        ]
        return Printed(command, self.bench.work, self.environment())

    def run_script(self, script: Path, *arguments: str) -> Printed:
        """A Python program that uses Anthropic's SDK."""
        command = [str(self.bench.tools.python), "-B", str(script), *arguments]
        return Printed(command, self.bench.work, self.environment(), stdin=subprocess.PIPE)
