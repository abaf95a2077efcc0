"""Every target has a row in layers.py, and its manifest declares no other modules."""

from __future__ import annotations

from typing import Iterator

from .. import layers
from ..tree import Finding, Tree


def check(tree: Tree) -> Iterator[Finding]:
    for target in tree.targets:
        if target.is_test or not _is_checked(target.folder):
            continue
        if target.name not in layers.TABLE:
            yield Finding(target.folder, 1, f"{target.name} has no row in Scripts/house/layers.py")
            continue
        for module in sorted(target.dependencies - layers.allowed(target.name)):
            yield Finding(target.folder, 1, f"{target.name} declares {module}, which its row in layers.py does not allow")


def _is_checked(folder: str) -> bool:
    """True for the two packages, but not for benchmarks and the stubs of Apple's SDK."""
    return folder.startswith(("Sources/", "Server/Sources/"))
