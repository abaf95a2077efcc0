"""Files have no work notes and no paths of a development machine."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Iterator

from ..tree import Finding, Tree

NOTE = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|HA" r"CK|XX" r"X)\b")
CODE = {".swift", ".py", ".sh", ".js", ".ts", ".css", ".yml", ".yaml", ".toml", ""}

#: Home folders and workspaces, except of placeholders such as `me`, `you` and `example`.
MACHINE = re.compile(r"(?<![\w.%$})>~-])/(?:(?:home|Users)/(?!(?:me|you|example|user|bellhop)\b)\w+|(?:root|work)/[\w.])")


def check(tree: Tree) -> Iterator[Finding]:
    for path in tree.files:
        is_code = PurePosixPath(path).suffix in CODE
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            if is_code and NOTE.search(line):
                yield Finding(path, number, "a work note: resolve it or move it to the issue tracker")
            if MACHINE.search(line):
                yield Finding(path, number, "has a path of a development machine")
