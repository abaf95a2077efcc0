"""Comments, texts and documents have no archaic words, and Swift comments no indirect openings."""

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

#: Generated documents, and the files of this check, which quote the words.
EXEMPT = {"docs/coverage.md", "Scripts/house/checks/language.py", "Scripts/tests/test_language.py"}


def check(tree: Tree) -> Iterator[Finding]:
    for path in tree.files:
        if path in EXEMPT or not has_checked_words(path):
            continue
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            if path.endswith(".swift") and (opening := OPENING.match(line)):
                yield Finding(
                    path, number, f"the comment begins with '{opening.group(1)}': begin with a noun phrase or a verb")
            for word in WORD.findall(line):
                yield Finding(path, number, f"'{word.lower()}' is not plain English")


def has_checked_words(path: str) -> bool:
    """Swift, documents, Python, scripts without an extension in Scripts/, and JavaScript in Integrations/."""
    name = path.rpartition("/")[2]
    return (
        path.endswith((".swift", ".md", ".py"))
        or path.startswith("Scripts/") and "." not in name
        or path.startswith("Integrations/") and name.endswith((".js", ".mjs"))
    )
