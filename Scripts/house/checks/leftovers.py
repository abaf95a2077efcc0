"""Nothing is left over from the work: no notes to oneself, no path of somebody's machine."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Iterator

from ..tree import Finding, Tree

NOTE = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|HA" r"CK|XX" r"X)\b")
CODE = {".swift", ".py", ".sh", ".js", ".ts", ".css", ".yml", ".yaml", ".toml", ""}

#: Home folders and workspaces; `me`, `you`, `example` and the like are nobody's.
MACHINE = re.compile(r"(?<![\w.%$})>~-])/(?:(?:home|Users)/(?!(?:me|you|example|user|bellhop)\b)\w+|(?:root|work)/[\w.])")


def check(tree: Tree) -> Iterator[Finding]:
    for path in tree.files:
        is_code = PurePosixPath(path).suffix in CODE
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            if is_code and NOTE.search(line):
                yield Finding(path, number, "a note to oneself: do it, or write it down where others look")
            if MACHINE.search(line):
                yield Finding(path, number, "names a path of one machine")
