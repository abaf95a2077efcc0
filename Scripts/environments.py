"""Python packages in an environment of their own, so that nothing of the machine's Python is touched."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

#: Of pip's errors, those that say that the index could not be reached.
AWAY = re.compile(
    r"NewConnectionError|NameResolutionError|Temporary failure in name resolution|ConnectTimeout|Network is unreachable"
    r"|Connection refused|Max retries exceeded|ProxyError|ReadTimeout|Connection to \S+ timed out", re.IGNORECASE)


class Unavailable(Exception):
    """The environment cannot be had: one sentence that says what to do."""


class Unreachable(Unavailable):
    """The package index cannot be reached. Everything else may be well."""


def environment(cache: Path, requirements: Path, name: str) -> Path:
    """The folder of an environment's programs, with everything installed that `requirements` pins.

    The environment's folder in `cache` is named after what it holds and where. One without a mark is half done, and made
    again.

    :param name: what is installed, for messages.
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
    """Makes an environment in `folder` unless there is one, and installs `packages`, given as pip's arguments.

    :raises Unreachable: when the package index cannot be reached.
    """
    print(f"Installing {name}", flush=True)
    if not (folder / "bin" / "pip").exists():
        _do([sys.executable, "-m", "venv", str(folder)], "python3 cannot make environments: on Debian, install python3-venv")
    _do(
        [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", *packages],
        f"pip could not install {name}: it needs Python 3.10 or later, and the network once",
    )


def _do(command: list, problem: str) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        said = (result.stderr or result.stdout).strip()
        lines = said.splitlines()
        kind = Unreachable if AWAY.search(said) else Unavailable
        raise kind(f"{problem} ({lines[-1] if lines else 'no reason given'})")
