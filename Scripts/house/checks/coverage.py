"""Every row of docs/coverage.md names tests, and each of them exists."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Iterator

from ..tree import Finding, Tree

PAGE = "docs/coverage.md"
#: The rows that must be there: a letter, and how many.
ROWS = {"A": range(1, 17), "B": range(10, 15), "C": range(1, 6), "D": range(1, 9), "E": (1, 2, 3, 6, 9, 13, 18)}
ROW = re.compile(r"^\|\s*([A-E]\d+)\s*\|")
#: What is measured and not tested names the command that measures.
MEASURED = {"E9": re.compile(r"`make bench`")}
#: “name” in [File.swift](../path/File.swift)
TEST = re.compile(r"“([^”]+)”\s+in\s+\[[^\]]*\]\(([^)#]+)\)")
NAMED = re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"')
DEFINED = re.compile(r"^\s*def (test_\w+)\(", re.MULTILINE)


def check(tree: Tree) -> Iterator[Finding]:
    if not tree.has(PAGE):
        yield Finding(PAGE, 1, "is missing")
        return
    wanted = [f"{letter}{number}" for letter, numbers in ROWS.items() for number in numbers]
    seen: dict[str, int] = {}
    for number, line in enumerate(tree.read(PAGE).splitlines(), 1):
        if not (row := ROW.match(line)):
            continue
        name = row.group(1)
        if name in seen:
            yield Finding(PAGE, number, f"{name} stands in line {seen[name]} already")
        seen[name] = number
        tests = TEST.findall(line)
        if not tests and not (name in MEASURED and MEASURED[name].search(line)):
            yield Finding(PAGE, number, f"{name} names no test")
        for test, link in tests:
            yield from _missing(tree, number, test, link)
    for name in wanted:
        if name not in seen:
            yield Finding(PAGE, 1, f"has no row {name}")


def _missing(tree: Tree, number: int, test: str, link: str) -> Iterator[Finding]:
    # From the folder of the page to the top.
    path = PurePosixPath(link).as_posix().removeprefix("../")
    if not tree.has(path):
        yield Finding(PAGE, number, f"there is no {path}")
    elif test not in _names(tree.read(path)):
        yield Finding(PAGE, number, f"{path} has no test “{test}”")


@lru_cache(maxsize=None)
def _names(source: str) -> frozenset[str]:
    """Display names of Swift tests and suites, and names of Python's tests."""
    return frozenset(name.replace('\\"', '"') for name in NAMED.findall(source)) | frozenset(DEFINED.findall(source))
