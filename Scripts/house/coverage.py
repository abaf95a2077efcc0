"""The citations of tests in docs/coverage.md, and the tests of the repository by name."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Iterator, NamedTuple

from .tree import Tree

PAGE = "docs/coverage.md"
#: A table row whose first cell is an id such as A1 or 2.3.
ROW = re.compile(r"^\|\s*([A-Z]\d+|\d+\.\d+)\s*\|")
#: `[name](../path/File.swift)`, for Swift and Python tests. Brackets and bars in names are escaped.
TEST = re.compile(r"\[((?:[^\[\]\\]|\\.)+)\]\((\.\./(?:[^)#]*/)?(?:Tests/[^)#]+\.swift|test_[^)#/]+\.py))\)")
NAMED = re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"')
DEFINED = re.compile(r"^\s*def (test_\w+)\(", re.MULTILINE)


class Citation(NamedTuple):
    name: str
    path: str

    def __str__(self) -> str:
        escaped = re.sub(r"([\[\]|])", r"\\\1", self.name)
        return f"[{escaped}]({posixpath.relpath(self.path, posixpath.dirname(PAGE))})"


def citations(line: str) -> list[Citation]:
    """The tests that a row cites."""
    return [
        Citation(re.sub(r"\\([\[\]|])", r"\1", name), posixpath.normpath(posixpath.join(posixpath.dirname(PAGE), link)))
        for name, link in TEST.findall(line)
    ]


@lru_cache(maxsize=None)
def names(source: str) -> frozenset[str]:
    """The display names of Swift tests and suites, and the names of Python tests, in a source."""
    return frozenset(name.replace('\\"', '"') for name in NAMED.findall(source)) | frozenset(DEFINED.findall(source))


def index(tree: Tree) -> dict[str, list[str]]:
    """The files of each test name."""
    found = defaultdict(list)
    for path in tree.matching(".swift", ".py"):
        if "/Tests/" in f"/{path}" or path.startswith("Scripts/"):
            for name in names(tree.read(path)):
                found[name].append(path)
    return found


def relinked(tree: Tree, text: str) -> tuple[str, list[str]]:
    """The page with links to the files that hold the tests, and messages about tests without exactly one file."""
    files = index(tree)
    problems: list[str] = []
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        if ROW.match(line):
            for citation in citations(line):
                path = _file(citation, files)
                if path is None:
                    found = files.get(citation.name, [])
                    problems.append(
                        f"{PAGE}:{number}: “{citation.name}” is in {', '.join(found)}" if found
                        else f"{PAGE}:{number}: there is no test “{citation.name}”")
                elif path != citation.path:
                    line = line.replace(str(citation), str(citation._replace(path=path)))
        lines.append(line)
    return "\n".join(lines) + "\n", problems


def _file(citation: Citation, files: dict[str, list[str]]) -> str | None:
    """The cited file if it has the test, or the only file with it, or the only one in the same target."""
    found = files.get(citation.name, [])
    if citation.path in found:
        return citation.path
    near = [path for path in found if _target(path) == _target(citation.path)]
    return next((choice[0] for choice in (found, near) if len(choice) == 1), None)


def _target(path: str) -> str:
    parts = PurePosixPath(path).parts
    return "/".join(parts[:parts.index("Tests") + 2]) if "Tests" in parts else parts[0]
