"""Swift comments and texts stay within a budget of indirect openings and archaic words."""

from __future__ import annotations

import re
from typing import Iterator

from ..tree import Finding, Tree

#: The maximum number of occurrences in the repository. Lower it when the count falls; never raise it.
BUDGET = 52
#: Documentation begins with a noun phrase or a verb, after the name of a parameter too.
OPENING = re.compile(
    r"^\s*///\s*(?:-\s+(?:Parameters?|Returns|Throws)\b[^:]*:\s*)?"
    r"(What|Who|Whom|Whose|Whoever|Where|How|Of|That|Whether|So|Nobody|Somebody)\b"
)
WORD = re.compile(
    r"\b(whoever|nobody|somebody|anew|meanwhile|heed|all the same|goes by|stands in|is told of|takes? back|so that it)\b",
    re.IGNORECASE,
)


def check(tree: Tree) -> Iterator[Finding]:
    found = list(occurrences(tree))
    if len(found) <= BUDGET:
        return
    yield from found
    yield Finding(
        "Scripts/house/checks/language.py", 1,
        f"{len(found)} occurrences, and the budget is {BUDGET}: begin with a noun phrase or a verb, and use plain words")


def occurrences(tree: Tree) -> Iterator[Finding]:
    for path in tree.matching(".swift"):
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            if opening := OPENING.match(line):
                yield Finding(path, number, f"the comment begins with '{opening.group(1)}'")
            for word in WORD.findall(line):
                yield Finding(path, number, f"'{word.lower()}' is not plain English")
