"""Python packages in an environment of their own, so that nothing of the machine's Python is touched."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path


class Unavailable(Exception):
    """It cannot be had: one sentence that says what to do."""


def installed(name: str, requirements: Path, cache: Path) -> Path:
    """The environment with `requirements`, in a folder of `cache` that is named after what it holds and where; without
    mark it is half done."""
    pinned = requirements.read_bytes() + f"{sys.version} {cache}".encode()
    folder = cache / hashlib.sha256(pinned).hexdigest()[:16]
    mark = folder / "complete"
    if mark.exists():
        return folder
    shutil.rmtree(cache, ignore_errors=True)
    print(f"Installing {name} (once)", flush=True)
    _do([sys.executable, "-m", "venv", str(folder)], "python3 cannot make environments: on Debian, install python3-venv")
    _do(
        [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", "--requirement", str(requirements)],
        f"pip could not install {name}: it needs Python 3.10 or later, and the network once",
    )
    mark.touch()
    return folder


def _do(command: list, problem: str) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        lines = (result.stderr or result.stdout).strip().splitlines()
        raise Unavailable(f"{problem} ({lines[-1] if lines else 'no reason given'})")
