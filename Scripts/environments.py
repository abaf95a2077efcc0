"""Virtual environments for Python packages, separate from the machine's Python."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

#: pip's errors for an unreachable package index.
AWAY = re.compile(
    r"NewConnectionError|NameResolutionError|Temporary failure in name resolution|ConnectTimeout|Network is unreachable"
    r"|Connection refused|Max retries exceeded|ProxyError|ReadTimeout|Connection to \S+ timed out", re.IGNORECASE)


class Unavailable(Exception):
    """The environment cannot be created. The message is one sentence with a solution."""


class Unreachable(Unavailable):
    """The package index is unreachable."""


def environment(cache: Path, requirements: Path, name: str) -> Path:
    """The folder of programs of an environment with the packages in `requirements`.

    The name of the environment in `cache` is a hash of its contents and location. An environment without a mark is
    incomplete and is created again.

    :param name: the name of the packages in messages.
    """
    pinned = requirements.read_bytes() + f"{sys.version} {cache}".encode()
    folder = cache / hashlib.sha256(pinned).hexdigest()[:16]
    mark = folder / "complete"
    if not mark.exists():
        shutil.rmtree(cache, ignore_errors=True)
        install(folder, ["--requirement", str(requirements)], name)
        mark.touch()
    return folder / "bin"


def install(folder: Path, packages: list[str], name: str) -> None:
    """Creates an environment in `folder` if necessary and installs `packages`, which are arguments of pip.

    :raises Unreachable: if the package index is unreachable.
    """
    print(f"Installing {name}", flush=True)
    if not (folder / "bin" / "pip").exists():
        _do([sys.executable, "-m", "venv", str(folder)], "python3 cannot create environments: on Debian, install python3-venv")
    _do(
        [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", *packages],
        f"pip could not install {name}: it needs Python 3.10 or later, and network access once",
    )


def _do(command: list, problem: str) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        said = (result.stderr or result.stdout).strip()
        lines = said.splitlines()
        kind = Unreachable if AWAY.search(said) else Unavailable
        raise kind(f"{problem} ({lines[-1] if lines else 'no reason given'})")
