"""The PyPI packages of the agents, and their tested versions."""

from __future__ import annotations

import re
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().parent / "requirements.txt"
#: The packages that the suite uses; the others in requirements.txt are their dependencies.
NEWEST = ["claude-agent-sdk", "openai-codex-cli-bin", "agent-client-protocol", "mcp", "cryptography", "pyte"]
#: The document with the tested versions.
DOCUMENT = "docs/agents.md"
ROW = re.compile(r"^\| (?P<program>[^|]+?) \| (?P<version>[\d.]+) \| `(?P<package>[\w-]+)` (?P<pin>[\d.]+) \|$", re.MULTILINE)


def pins() -> dict[str, str]:
    """The version of each package."""
    return dict(line.split("==") for line in REQUIREMENTS.read_text().splitlines())


def documented(text: str) -> dict[str, tuple[str, str]]:
    """The versions of program and package in the table of docs/agents.md, by package."""
    return {row["package"]: (row["version"], row["pin"]) for row in ROW.finditer(text)}
