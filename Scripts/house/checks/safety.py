"""Product code has no traps or unstructured tasks, shared state names its lock, and tests do not sleep."""

from __future__ import annotations

import re
from typing import Iterator

from .. import swift
from ..tree import PRODUCT, Finding, Tree

IN_PRODUCT = [
    (re.compile(r"\btry!"), "try! traps: throw, or return a value"),
    (re.compile(r"\bas!"), "as! traps: use as? and handle nil"),
    (re.compile(r"\bfatalError\("), "fatalError ends the process: throw, or return a value"),
    (re.compile(r"\b(?:Thread\.sleep|usleep)\("), "blocks a thread: use a clock"),
]
IN_TESTS = [
    (re.compile(r"\b(?:Task\.sleep|Thread\.sleep|usleep)\("), "a test that sleeps is slow or wrong: inject a clock"),
    (re.compile(r"^\s*import XCTest\b"), "tests use Swift Testing"),
    (re.compile(r"\.timeLimit\((?!\.minutes\(10\)\))"), "use .minutes(10), which busy machines do not exceed"),
]
#: Allowed with an explanatory comment.
EXPLAINED = [
    (re.compile(r"\bTask(?:\.detached)?(?:\([^)]*\))?\s*\{"), re.compile(r"unstructured", re.IGNORECASE),
     "an unstructured Task outlives its caller: use a task group, or add a comment '// Unstructured: …'"),
    (re.compile(r"@unchecked Sendable"), re.compile(r"lock|mutex|event loop|immutable", re.IGNORECASE),
     "@unchecked Sendable must name its lock in a comment above or directly below"),
]


def check(tree: Tree) -> Iterator[Finding]:
    for path in tree.matching(".swift"):
        source = tree.read(path)
        lines, code = source.splitlines(), swift.bare(source).splitlines()
        if "Tests/" in path:
            yield from _forbidden(path, code, IN_TESTS)
        elif path.startswith(PRODUCT):
            yield from _forbidden(path, code, IN_PRODUCT)
            yield from _unexplained(path, lines, code)


def _forbidden(path, code, rules) -> Iterator[Finding]:
    for number, line in enumerate(code, 1):
        for pattern, message in rules:
            if pattern.search(line):
                yield Finding(path, number, message)


def _unexplained(path, lines, code) -> Iterator[Finding]:
    for number, line in enumerate(code, 1):
        for pattern, explanation, message in EXPLAINED:
            if pattern.search(line) and not explanation.search(_comment_at(lines, number - 1)):
                yield Finding(path, number, message)


def _comment_at(lines: list[str], index: int) -> str:
    """The comments on a line, directly above it, and in the five lines below."""
    parts = [line.partition("//")[2] for line in lines[index:index + 6]]
    while index > 0 and lines[index - 1].lstrip().startswith(("//", "@")):
        index -= 1
        parts.append(lines[index])
    return "\n".join(parts)
