"""The folders of a target have no circular dependencies."""

from __future__ import annotations

from collections import defaultdict
from pathlib import PurePosixPath
from typing import Iterator

from .. import swift
from ..tree import Finding, Tree

Arrows = dict[str, dict[str, str]]  # folder, folder that it depends on, an example


def check(tree: Tree) -> Iterator[Finding]:
    for target in tree.targets:
        if target.is_test:
            continue
        inside = [path for path in tree.matching(".swift") if path.startswith(target.folder + "/")]
        sources = {path[len(target.folder) + 1:]: swift.bare(tree.read(path)) for path in inside}
        arrows = _arrows(sources)
        for circle in circles({folder: set(ends) for folder, ends in arrows.items()}):
            steps = [arrows[a][b] for a in circle for b in circle if b in arrows.get(a, {})]
            yield Finding(
                target.folder, 1,
                f"folders of {target.name} depend on each other: {' <-> '.join(circle)}\n    " + "\n    ".join(steps),
            )


def _arrows(sources: dict[str, str]) -> Arrows:
    """A file that uses a name of a file in another folder makes the folders dependent. Names with several declarations
    do not count, and a nested type hides a type of the same name in its file."""
    homes = defaultdict(set)
    for path, source in sources.items():
        for name in swift.declared(source):
            homes[name].add(path)
    home = {name: next(iter(paths)) for name, paths in homes.items() if len(paths) == 1}
    arrows: Arrows = defaultdict(dict)
    for path, source in sorted(sources.items()):
        for name in sorted(swift.words(source) & home.keys() - swift.types(source)):
            start, end = _folder(path), _folder(home[name])
            if start != end:
                arrows[start].setdefault(end, f"{path} uses {name} of {home[name]}")
    return arrows


def _folder(path: str) -> str:
    """The first folder of a path; `.` for files beside the folders."""
    parts = PurePosixPath(path).parts
    return parts[0] if len(parts) > 1 else "."


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Groups of nodes that are reachable from each other."""
    reach: dict[str, set[str]] = {}
    for start in arrows:
        seen: set[str] = set()
        ahead = [start]
        while ahead:
            for following in arrows.get(ahead.pop(), ()):
                if following not in seen:
                    seen.add(following)
                    ahead.append(following)
        reach[start] = seen
    groups = {frozenset(b for b in reach[a] if a in reach.get(b, ())) for a in reach if a in reach[a]}
    return sorted(sorted(group) for group in groups)
