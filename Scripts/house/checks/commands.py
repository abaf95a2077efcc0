"""The `make` targets and `bellhop` commands in Markdown files exist."""

from __future__ import annotations

import re
from typing import Iterator

from ..tree import Finding, Tree
from .links import prose

#: Commands are in `code` or in fenced code, at the start of a line or after a prompt, `&&`, `|` or `;`.
SPAN = re.compile(r"`([^`]+)`")
CALL = re.compile(r"(?:^|&&|\||;|\$ |\bsudo )\s*(?:[A-Z_]+=\S+ )*(make|bellhop)((?: +[a-z][a-z-]*)*)")

COMMAND = re.compile(r"(?:struct|class|enum)\s+(\w+)\s*:[^{]*\b(?:Async)?ParsableCommand\b[^{]*\{")
GIVEN_NAME = re.compile(r"commandName:\s*\"([^\"]+)\"")
MAKE_TARGET = re.compile(r"^([a-z][\w-]*):", re.MULTILINE)


def check(tree: Tree) -> Iterator[Finding]:
    known = {"make": make_targets(tree), "bellhop": bellhop_commands(tree)}
    for path in tree.matching(".md"):
        for number, tool, name in _called(tree.read(path)):
            if known[tool] and name not in known[tool]:
                yield Finding(path, number, f"there is no `{tool} {name}`")


def make_targets(tree: Tree) -> set[str]:
    return set(MAKE_TARGET.findall(tree.read("Makefile"))) if tree.has("Makefile") else set()


def bellhop_commands(tree: Tree) -> set[str]:
    """The names of all commands at any depth."""
    names = set()
    for path in tree.matching(".swift"):
        if not path.startswith(("Server/Sources/BellhopCLI/", "Server/Sources/BellhopHook/")):
            continue
        source = tree.read(path)
        starts = list(COMMAND.finditer(source))
        for start, following in zip(starts, starts[1:] + [None]):
            given = GIVEN_NAME.search(source, start.end(), following.start() if following else len(source))
            names.add(given.group(1) if given else _kebab(start.group(1)))
    return names | {"help"} if names else names


def _kebab(name: str) -> str:
    """ArgumentParser's default name of a command."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower()


def _called(text: str) -> Iterator[tuple[int, str, str]]:
    outside = {number for number, _ in prose(text)}
    for number, line in enumerate(text.splitlines(), 1):
        pieces = SPAN.findall(line) if number in outside else [re.sub(r"\s#.*", "", line)]
        for piece in pieces:
            for tool, words in CALL.findall(piece):
                if words:
                    yield number, tool, words.split()[0]
