"""The first section of CHANGELOG.md is Unreleased."""

from __future__ import annotations

import re
from typing import Iterator

from ..tree import Finding, Tree


def check(tree: Tree) -> Iterator[Finding]:
    if not tree.has("CHANGELOG.md"):
        yield Finding("CHANGELOG.md", 1, "is missing")
        return
    sections = re.findall(r"^## +(.*)$", tree.read("CHANGELOG.md"), re.MULTILINE)
    if not sections or sections[0].strip("[] ") != "Unreleased":
        yield Finding("CHANGELOG.md", 1, "the first section must be '## Unreleased'")
