"""Swift files of the product have at most 400 lines, except generated ones."""

from __future__ import annotations

from typing import Iterator

from ..tree import PRODUCT, Finding, Tree

LIMIT = 400


def check(tree: Tree) -> Iterator[Finding]:
    for path in tree.matching(".swift"):
        lines = tree.read(path).count("\n")
        if path.startswith(PRODUCT) and not path.endswith("+Generated.swift") and lines > LIMIT:
            yield Finding(path, LIMIT, f"{lines} lines; the maximum is {LIMIT}")
