"""Symbols that are newer than the deployment target are used inside #available or @available only."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Callable, Iterator

from .. import availability, swift
from ..availability import FLOOR, TABLE, Version
from ..tree import Finding, Tree

#: Folders that are compiled for iOS.
CODE = ("Sources/", "App/", "Examples/")
STUBS = "Checks/AppleSDK/Sources/"

IOS = re.compile(r"\biOS\s+(\d+)(?:\.(\d+))?")
TOKEN = re.compile(r"([#@]available|#unavailable)\s*\(([^)]*)\)|\b(?:guard|else)\b|[{}\n]")
#: A declaration that ends with its line when no brace opens on it.
SHORT = re.compile(r"\b(?:let|var|case|typealias|associatedtype)\b[^{]*$", re.DOTALL)
DECLARED = re.compile(
    r"@available\(iOS (\d+)(?:\.(\d+))?, \*\)\s*(?:@\w+(?:\([^)]*\))?\s*)*(?:(?:public|open|static|class|final|mutating|"
    r"convenience|override|nonisolated)(?:\([^)]*\))?\s+)*(?:func|var|let|case|struct|class|enum|protocol)\s+(\w+)"
)


def check(tree: Tree) -> Iterator[Finding]:
    for path in tree.matching(".swift"):
        if path.startswith(CODE):
            yield from _unguarded(path, swift.bare(tree.read(path)))
        elif path.startswith(STUBS):
            yield from _unlisted(path, tree.read(path))


def _unguarded(path: str, source: str) -> Iterator[Finding]:
    imported = {found.module for found in swift.imports(source)}
    known = _versions(source)
    for symbol in TABLE:
        if symbol.modules and not symbol.modules & imported:
            continue
        for use in symbol.pattern.finditer(source):
            if known(use.start()) < symbol.since:
                line = source.count("\n", 0, use.start()) + 1
                yield Finding(
                    path, line, f"{symbol.name} needs iOS {_text(symbol.since)}: use it inside "
                    f"#available(iOS {_text(symbol.since)}, *)")
    for found in re.finditer(r"#unavailable\b", source):
        yield Finding(path, source.count("\n", 0, found.start()) + 1, "write #available: this check does not support #unavailable")


class _Block:
    def __init__(self, version: Version, after: Version | None = None):
        self.version = version
        #: The version in the enclosing block after this one ends, when this is the `else` of a guard.
        self.after = after


def _versions(source: str) -> Callable[[int], Version]:
    """Returns a function from an offset to the iOS version that its blocks and guards guarantee."""
    starts, versions = [0], [FLOOR]
    blocks = [_Block(FLOOR)]
    ahead: Version | None = None  # of the block that opens next
    attribute: int | None = None  # where an @available ends whose declaration has not opened its block
    guarded: Version | None = None
    in_guard = ends_guard = False

    def now(offset: int, version: Version):
        starts.append(offset)
        versions.append(version)

    for token in TOKEN.finditer(source):
        text, around = token.group(0), blocks[-1].version
        if token.group(1) and (version := IOS.search(token.group(2))):
            found = max((int(version.group(1)), int(version.group(2) or 0)), around)
            if in_guard:
                guarded = found
            else:
                ahead = max(found, ahead or found)
                attribute = token.end() if text.startswith("@") else None
            now(token.end(), found)
        elif text == "guard":
            in_guard, guarded = True, None
        elif text == "else":
            ends_guard, in_guard, ahead = in_guard, False, None
            now(token.start(), around)
        elif text == "{":
            blocks.append(_Block(max(ahead or around, around), guarded if ends_guard else None))
            now(token.start(), blocks[-1].version)
            ahead, attribute, ends_guard = None, None, False
        elif text == "}" and len(blocks) > 1:
            after = blocks.pop().after
            blocks[-1].version = max(blocks[-1].version, after or FLOOR)
            now(token.start(), blocks[-1].version)
        elif text == "\n" and attribute is not None:
            head = source[attribute:token.start()]
            if SHORT.search(head) and head.count("(") == head.count(")"):
                ahead, attribute = None, None
                now(token.start(), around)
    return lambda offset: versions[bisect_right(starts, offset) - 1]


def _unlisted(path: str, source: str) -> Iterator[Finding]:
    """Finds stubs that are newer than the deployment target and match no row of the table."""
    for found in DECLARED.finditer(source):
        since = (int(found.group(1)), int(found.group(2) or 0))
        name = found.group(3)
        if since > FLOOR and not any(name in symbol.name or name in symbol.pattern.pattern for symbol in TABLE) \
                and not any(symbol.pattern.search(name) for symbol in TABLE):
            line = source.count("\n", 0, found.start(3)) + 1
            yield Finding(path, line, f"{name} is newer than iOS {_text(FLOOR)}: add a row to Scripts/house/availability.py")


def _text(version: Version) -> str:
    return f"{version[0]}.{version[1]}"
