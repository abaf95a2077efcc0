"""Code that app extensions link does not use UIApplication."""

from __future__ import annotations

import re
from typing import Iterator

from .. import swift
from ..tree import Finding, Tree

#: Linked by extensions, or an extension itself.
CODE = re.compile(r"^(?:Sources/Bellhop(?:Model|Kit|Live|System|Extensions)/|App/[^/]*(?:Extension|Widget|Service|Content)[^/]*/)")
FORBIDDEN = re.compile(r"\bUIApplication\b")


def check(tree: Tree) -> Iterator[Finding]:
    for path in tree.matching(".swift"):
        if CODE.match(path):
            for number, line in enumerate(swift.bare(tree.read(path)).splitlines(), 1):
                if FORBIDDEN.search(line):
                    yield Finding(path, number, "UIApplication is unavailable in extensions: inject the value")
