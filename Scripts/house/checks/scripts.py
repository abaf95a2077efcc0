"""Shell and Python scripts parse, and scripts with a #! line are executable."""

from __future__ import annotations

import os
import subprocess
from typing import Iterator

from ..tree import Finding, Tree


def check(tree: Tree) -> Iterator[Finding]:
    for path in tree.files:
        if not path.endswith((".sh", ".py")) and "." in os.path.basename(path):
            continue
        text = tree.read(path)
        first = text.partition("\n")[0]
        if path.endswith(".py") or (first.startswith("#!") and "python" in first):
            yield from _python(path, text)
        elif path.endswith(".sh") or (first.startswith("#!") and first.rstrip().endswith("sh")):
            yield from _shell(tree, path)
        if first.startswith("#!") and not os.access(tree.root / path, os.X_OK):
            yield Finding(path, 1, "has a #! line and is not executable")


def _python(path: str, text: str) -> Iterator[Finding]:
    try:
        compile(text, path, "exec")
    except SyntaxError as error:
        yield Finding(path, error.lineno or 1, error.msg)


def _shell(tree: Tree, path: str) -> Iterator[Finding]:
    parsed = subprocess.run(["bash", "-n", str(tree.root / path)], capture_output=True, text=True, check=False)
    if parsed.returncode:
        yield Finding(path, 1, parsed.stderr.strip() or "bash cannot parse it")
