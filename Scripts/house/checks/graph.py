"""The module graph in docs/architecture.md matches the manifests."""

from __future__ import annotations

import re
from typing import Iterator

from .. import layers
from ..tree import PRODUCT, Finding, Tree

PAGE = "docs/architecture.md"
ARROW = re.compile(r"^\s*(\w[\w-]*)(?:\[[^\]]*\])?\s+-->\s*((?:\w[\w-]*(?:\[[^\]]*\])?\s*&\s*)*\w[\w-]*)(?:\[[^\]]*\])?\s*$")


def check(tree: Tree) -> Iterator[Finding]:
    if not tree.has(PAGE):
        yield Finding(PAGE, 1, "is missing")
        return
    ours = {target.name: set(target.dependencies) for target in tree.targets
            if not target.is_test and target.folder.startswith(PRODUCT)}
    ours = {name: needs & ours.keys() for name, needs in ours.items() if name in layers.TABLE}
    declared = {(a, b) for a, ends in reduced(ours).items() for b in ends}
    drawn = {(a, b): line for line, a, b in _arrows(tree.read(PAGE)) if a in ours or b in ours}
    for a, b in sorted(declared - drawn.keys()):
        yield Finding(PAGE, 1, f"the graph lacks the arrow {a} --> {b}")
    for a, b in sorted(drawn.keys() - declared):
        yield Finding(PAGE, drawn[a, b], f"the graph has {a} --> {b}, which no manifest declares or other arrows imply")


def reduced(needs: dict[str, set[str]]) -> dict[str, set[str]]:
    """The graph without the arrows that others imply."""
    def below(name: str) -> set[str]:
        return needs.get(name, set()).union(*(below(need) for need in needs.get(name, ())))

    return {name: ends - set().union(*(below(end) for end in ends)) for name, ends in needs.items()}


def _arrows(text: str) -> Iterator[tuple[int, str, str]]:
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = line.strip() == "```mermaid"
        elif inside and (match := ARROW.match(line)):
            for end in match.group(2).split("&"):
                yield number, match.group(1), end.strip()
