"""The files of an installation, as a tree below `usr` and `etc`."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path

from .manual import pages

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = ["bellhop", "bellhop-hook"]
#: The place of each shell's completions. A completion is named after its program.
COMPLETIONS = {
    "bash": "share/bash-completion/completions/{}", "zsh": "share/zsh/vendor-completions/_{}",
    "fish": "share/fish/vendor_completions.d/{}.fish",
}


class Problem(Exception):
    """A package cannot be made. The message is one sentence."""


def output(*command: str | Path, cwd: Path | None = None) -> str:
    """The standard output of a program.

    :raises Problem: when the program fails.
    """
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, cwd=cwd, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise Problem(f"{' '.join(map(str, command))} failed with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def stage(built: Path, tree: Path) -> str:
    """Writes the files of an installation to `tree`.

    :param built: the folder of the programs.
    :returns: the version of the programs.
    """
    version = output(built / "bellhop", "--version").strip()
    for name in PROGRAMS:
        _copy(built / name, tree / "usr/bin" / name, 0o755)
        _strip(tree / "usr/bin" / name)
        for shell, place in COMPLETIONS.items():
            script = output(built / name, "--generate-completion-script", shell)
            _write(tree / "usr" / place.format(name), script.encode())
    help_of = [json.loads(output(built / name, "--experimental-dump-help"))["command"] for name in PROGRAMS]
    for name, text in pages(*help_of, version).items():
        _write(tree / "usr/share/man/man1" / f"{name}.gz", gzip.compress(text.encode(), mtime=0))
    _copy(ROOT / "Packaging/bellhop.service", tree / "usr/lib/systemd/system/bellhop.service")
    _copy(ROOT / "Packaging/bellhop.sysusers", tree / "usr/lib/sysusers.d/bellhop.conf")
    _copy(ROOT / "docs/server.conf.sample", tree / "etc/bellhop/server.conf")
    documents = tree / "usr/share/doc/bellhop"
    for name in ["LICENSE", "NOTICE"]:
        _copy(ROOT / name, documents / name)
    _write(documents / "README.md", excerpt((ROOT / "README.md").read_text()).encode())
    for example in ["Caddyfile", "nginx.conf"]:
        _copy(ROOT / "Packaging" / example, documents / "examples" / example)
    return version


def excerpt(readme: str) -> str:
    """The introduction and the overview of the README, with the texts of its links and without its pictures."""
    introduction = re.match(r"# .*?\n\n\*\*.*?\*\*\n", readme, re.DOTALL)
    overview = re.search(r"^## Overview\n.*?(?=^## )", readme, re.DOTALL | re.MULTILINE)
    if not introduction or not overview:
        raise Problem("README.md has no introduction or no overview.")
    text = introduction.group() + "\n" + overview.group()
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text).rstrip() + (
        "\n\n`man bellhop` describes the commands. The repository's docs/operating.md describes the installation.\n")


def _copy(source: Path, target: Path, mode: int = 0o644) -> None:
    if not source.is_file():
        raise Problem(f"There is no {source}.")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def _strip(program: Path) -> None:
    """Removes the symbols, a third of the program; scripts stay as they are."""
    with program.open("rb") as file:
        is_elf = file.read(4) == b"\x7fELF"
    if is_elf:
        output("strip", program)


def _write(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    target.chmod(0o644)
