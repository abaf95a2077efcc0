"""Every row of docs/coverage.md links tests, and each linked file has its test."""

from __future__ import annotations

import re
from typing import Iterator

from ..coverage import PAGE, ROW, citations, names
from ..tree import Finding, Tree

#: The required rows: a letter and its numbers.
ROWS = {"A": range(1, 17), "B": range(10, 15), "C": range(1, 6), "D": range(1, 9), "E": (1, 2, 3, 6, 9, 13, 18)}
#: Rows that name a command instead of a test.
MEASURED = {"E9": re.compile(r"`make bench`"), "4.10": re.compile(r"`make apple-check`")}


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
            yield Finding(PAGE, number, f"{name} is in line {seen[name]} already")
        seen[name] = number
        cited = citations(line)
        if not cited and not (name in MEASURED and MEASURED[name].search(line)):
            yield Finding(PAGE, number, f"{name} links no test")
        for test, path in cited:
            if not tree.has(path):
                yield Finding(PAGE, number, f"there is no {path}: run Scripts/coverage-links")
            elif test not in names(tree.read(path)):
                yield Finding(PAGE, number, f"{path} has no test “{test}”: run Scripts/coverage-links")
    for name in wanted:
        if name not in seen:
            yield Finding(PAGE, 1, f"has no row {name}")
