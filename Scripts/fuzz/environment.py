"""schemathesis in an environment of its own, so that nothing of the machine's Python is touched."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().parent / "requirements.txt"


class Unavailable(Exception):
    """It cannot be had: one sentence that says what to do."""


def schemathesis(cache: Path) -> Path:
    """The tool, installed into a folder of `cache` that is named after what it holds and where; without mark it is half
    done."""
    pinned = REQUIREMENTS.read_bytes() + f"{sys.version} {cache}".encode()
    folder = cache / hashlib.sha256(pinned).hexdigest()[:16]
    tool, mark = folder / "bin" / "schemathesis", folder / "complete"
    if mark.exists():
        return tool
    shutil.rmtree(cache, ignore_errors=True)
    print("Installing schemathesis (once)", flush=True)
    _do([sys.executable, "-m", "venv", str(folder)], "python3 cannot make environments: on Debian, install python3-venv")
    _do(
        [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", "--requirement", str(REQUIREMENTS)],
        "pip could not install schemathesis: it needs Python 3.10 or later, and the network once",
    )
    mark.touch()
    return tool


def _do(command: list, problem: str) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        lines = (result.stderr or result.stdout).strip().splitlines()
        raise Unavailable(f"{problem} ({lines[-1] if lines else 'no reason given'})")
