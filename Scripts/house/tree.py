"""The files of the repository by relative path, and its package manifests."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Iterator

#: Folders of shipped code, as opposed to tests, benchmarks, checks and documents.
PRODUCT = ("Sources/", "Server/Sources/", "App/")
SKIPPED = {".git", ".build", ".swiftpm", "DerivedData", "__pycache__", "node_modules"}


@dataclass(frozen=True)
class Finding:
    """A violation of a rule. Printed like a compiler's message, so that editors can open it."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


@dataclass(frozen=True)
class Target:
    """A target of a Swift package."""

    name: str
    folder: str
    is_test: bool
    dependencies: frozenset[str]


class Tree:
    def __init__(self, root: Path, targets: list[Target] | None = None):
        self.root = Path(root)
        if targets is not None:
            self.targets = targets

    @cached_property
    def files(self) -> list[str]:
        """The files of the repository: tracked, or new and not ignored."""
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=self.root, capture_output=True, text=True,
        ) if (self.root / ".git").exists() else None
        if listed and listed.returncode == 0:
            found = [path for path in listed.stdout.split("\0") if path]
        else:  # an unpacked archive
            found = list(self._walk())
        return sorted({path for path in found if (self.root / path).is_file()})

    def _walk(self):
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name not in SKIPPED]
            for name in names:
                yield (Path(folder) / name).relative_to(self.root).as_posix()

    def matching(self, *endings: str) -> list[str]:
        return [path for path in self.files if path.endswith(endings)]

    def read(self, path: str) -> str:
        """The text of a file; empty for a file that is not UTF-8."""
        try:
            return (self.root / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            return ""

    def has(self, path: str) -> bool:
        return (self.root / path).exists()

    @cached_property
    def targets(self) -> list[Target]:
        """All targets of all packages, as read by SwiftPM."""
        found: list[Target] = []
        for manifest in [path for path in self.files if PurePosixPath(path).name == "Package.swift"]:
            package = PurePosixPath(manifest).parent
            dump = subprocess.run(
                ["swift", "package", "dump-package", "--package-path", str(self.root / package)],
                capture_output=True, text=True, check=False,
            )
            if dump.returncode:
                raise SystemExit(f"{manifest} cannot be read:\n{dump.stderr}")
            found += [_target(entry, package) for entry in json.loads(dump.stdout)["targets"]]
        return list(self._at_home(found))

    def _at_home(self, found: list[Target]) -> Iterator[Target]:
        """Resolves targets whose folder is a symbolic link, as in Checks/AppleSDK, unless a manifest declares the
        destination too."""
        folders = {target.folder for target in found}
        for target in found:
            if not (self.root / target.folder).is_symlink():
                yield target
                continue
            end = (self.root / target.folder).resolve().relative_to(self.root.resolve()).as_posix()
            if end not in folders:
                yield replace(target, folder=end)


def _target(entry: dict, package: PurePosixPath) -> Target:
    is_test = entry["type"] == "test"
    folder = package / (entry.get("path") or PurePosixPath("Tests" if is_test else "Sources") / entry["name"])
    dependencies = frozenset(
        dependency[kind][0] for dependency in entry.get("dependencies", [])
        for kind in ("byName", "target", "product") if kind in dependency
    )
    # Test helpers are plain targets in a folder of tests.
    return Target(entry["name"], folder.as_posix(), is_test or "Tests" in folder.parts, dependencies)
