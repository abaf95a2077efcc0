"""Small repositories for the tests of checks."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from house.tree import Finding, Target, Tree


def library(name: str, *dependencies: str, folder: str = "Server/Sources") -> Target:
    return Target(name, f"{folder}/{name}", False, frozenset(dependencies))


def tests(name: str, *dependencies: str) -> Target:
    return Target(name, f"Server/Tests/{name}", True, frozenset(dependencies))


class CheckTest(unittest.TestCase):
    """Runs one check over files that are given as text."""

    #: The module of the check.
    check = None

    def findings(self, files: dict[str, str], *targets: Target) -> list[Finding]:
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                file = Path(folder, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            return list(self.check.check(Tree(Path(folder), list(targets))))

    def assert_clean(self, files: dict[str, str], *targets: Target):
        self.assertEqual([], [str(finding) for finding in self.findings(files, *targets)])

    def assert_found(self, expected: str, files: dict[str, str], *targets: Target):
        """Asserts that there is one finding and that it contains `expected`."""
        found = [str(finding) for finding in self.findings(files, *targets)]
        self.assertEqual(1, len(found), found)
        self.assertIn(expected, found[0])
