"""Relative links and `path` references in Markdown files exist, including headings."""

from __future__ import annotations

import posixpath
import re
from pathlib import PurePosixPath
from typing import Iterator
from urllib.parse import unquote

from ..tree import Finding, Tree

FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)|^\s*\[[^\]]+\]:\s*(\S+)|\b(?:src|srcset|href)=\"([^\"]+)\"")
SPAN = re.compile(r"`([^`]*)`")
#: A path from the top of the repository, in `code`.
PATH = re.compile(r"^(?:Sources|Server|Tests|Checks|App|Examples|Scripts|docs|\.ci)/[\w./+-]*\w/?$")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")
ANCHOR = re.compile(r"\b(?:id|name)=\"([^\"]+)\"")


def check(tree: Tree) -> Iterator[Finding]:
    for path in tree.matching(".md"):
        for number, line in prose(tree.read(path)):
            for named in SPAN.findall(line):
                if PATH.match(named) and ".build" not in named and not tree.has(named):
                    yield Finding(path, number, f"refers to {named}, which does not exist")
            for match in LINK.finditer(SPAN.sub("", line)):
                link = next(group for group in match.groups() if group)
                if problem := _problem(tree, path, link):
                    yield Finding(path, number, problem)


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines outside of fenced code, with their numbers."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        if match := FENCE.match(line):
            fence = None if fence == match.group(1) else fence or match.group(1)
        elif fence is None:
            yield number, line


def _problem(tree: Tree, path: str, link: str) -> str | None:
    if re.match(r"[a-z][a-z0-9+.-]*:|//", link):
        return None  # a URL
    file, _, heading = unquote(link).partition("#")
    end = posixpath.normpath(posixpath.join(PurePosixPath(path).parent.as_posix(), file)) if file else path
    if end.startswith("..") or not tree.has(end):
        return f"link to {link}: no such file"
    if heading and end.endswith(".md") and heading not in _headings(tree.read(end)):
        return f"link to {link}: no such heading"
    return None


def _headings(text: str) -> set[str]:
    """GitHub's anchors: lower case, without punctuation, hyphens for spaces, numbered repetitions."""
    anchors: set[str] = set(ANCHOR.findall(text))
    for _, line in prose(text):
        if match := HEADING.match(line):
            slug = re.sub(r"[^\w\- ]", "", match.group(1).lower()).replace(" ", "-")
            count = 0
            while (name := f"{slug}-{count}" if count else slug) in anchors:
                count += 1
            anchors.add(name)
    return anchors
