"""A minimal parser of Swift for names: imports, declarations, identifiers."""

from __future__ import annotations

import re
from typing import Iterator, NamedTuple

_NOISE = re.compile(
    r'(#*)"""(?:\\.|[\s\S])*?"""\1'  # multiline string
    r'|(#+)"[\s\S]*?"\2'  # raw string
    r'|"(?:\\.|[^"\\\n])*"'
    r"|//[^\n]*"
    r"|/\*[\s\S]*?\*/"
)
_IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|let|var|actor)\s+)?(\w+)"
)
_TOP_LEVEL = re.compile(
    r"^(?:@[\w.]+(?:\([^)]*\))?\s+)*((?:(?:public|package|internal|open|final|indirect|nonisolated|private|fileprivate)"
    r"(?:\([^)]*\))?\s+)*)(?:struct|class|enum|protocol|actor|typealias|func|macro)\s+([A-Za-z_]\w*)",
    re.MULTILINE,
)
_NESTED = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)")
_WORD = re.compile(r"[A-Za-z_]\w*")


class Import(NamedTuple):
    line: int
    module: str
    #: The conditions of the enclosing `#if` blocks.
    conditions: tuple[str, ...]


def bare(source: str) -> str:
    """The source without comments and strings, with the same line numbers."""
    return _NOISE.sub(lambda match: "\n" * match.group(0).count("\n") or " ", source)


def imports(source: str) -> Iterator[Import]:
    conditions: list[str] = []
    for number, line in enumerate(bare(source).splitlines(), 1):
        directive = line.strip()
        if directive.startswith("#if"):
            conditions.append(directive)
        elif directive.startswith("#else") and conditions:
            conditions[-1] = directive
        elif directive.startswith("#endif") and conditions:
            conditions.pop()
        elif match := _IMPORT.match(line):
            yield Import(number, match.group(1), tuple(conditions))


def declared(bare_source: str) -> set[str]:
    """The names of top-level types and functions that other files can use."""
    return {name for access, name in _TOP_LEVEL.findall(bare_source) if "private" not in access}


def types(bare_source: str) -> set[str]:
    """The names of all types in a file, including nested ones."""
    return set(_NESTED.findall(bare_source))


def words(bare_source: str) -> set[str]:
    return set(_WORD.findall(bare_source))
