"""The packages of PyPI that hold the agents, and the versions of them that are tested."""

from __future__ import annotations

import re
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().parent / "requirements.txt"
#: What the suite itself imports; everything else there comes with them.
NEWEST = ["claude-agent-sdk", "openai-codex-cli-bin", "agent-client-protocol", "mcp", "cryptography", "pyte"]
#: Where docs/agents.md names the tested versions.
DOCUMENT = "docs/agents.md"
ROW = re.compile(r"^\| (?P<program>[^|]+?) \| (?P<version>[\d.]+) \| `(?P<package>[\w-]+)` (?P<pin>[\d.]+) \|$", re.MULTILINE)


def pins() -> dict[str, str]:
    """The version of each package."""
    return dict(line.split("==") for line in REQUIREMENTS.read_text().splitlines())


def documented(text: str) -> dict[str, tuple[str, str]]:
    """For each package that the table in docs/agents.md names: the program's version, and the package's."""
    return {row["package"]: (row["version"], row["pin"]) for row in ROW.finditer(text)}
