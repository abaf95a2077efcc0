"""Swift comments and texts have no indirect openings and no archaic words."""

from __future__ import annotations

import re
from typing import Iterator

from ..tree import Finding, Tree

#: Comments begin with a noun phrase or a verb, after the name of a parameter too.
OPENING = re.compile(
    r"^\s*///?\s*(?:-\s+(?:Parameters?|Returns|Throws)\b[^:]*:\s*)?"
    r"(What|Who|Whom|Whose|Whoever|Where|How|Of|That|Whether|So|Nobody|Somebody)\b"
)
WORD = re.compile(
    r"\b(whoever|nobody|somebody|anew|meanwhile|heed|all the same|goes by|stands in|is told of|takes? back|so that it)\b",
    re.IGNORECASE,
)


def check(tree: Tree) -> Iterator[Finding]:
    for path in tree.matching(".swift"):
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            if opening := OPENING.match(line):
                yield Finding(
                    path, number, f"the comment begins with '{opening.group(1)}': begin with a noun phrase or a verb")
            for word in WORD.findall(line):
                yield Finding(path, number, f"'{word.lower()}' is not plain English")
