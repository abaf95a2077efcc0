"""The package for Debian and its derivatives."""

from __future__ import annotations

import gzip
import hashlib
import re
import shutil
import tempfile
from pathlib import Path

from .files import PROGRAMS, ROOT, Problem, output

CONTROL = """\
Package: bellhop
Version: {version}
Architecture: {architecture}
Maintainer: The Bellhop authors <maintainers@bellhop.invalid>
Installed-Size: {size}
Depends: {depends}
Section: net
Priority: optional
Description: push notifications that return an answer
 A self-hosted push server for APNs and FCM with embedded storage, a command
 line tool, and hooks for coding agents. A coding agent asks, a person approves
 on the lock screen, and the agent continues.
"""
COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Bellhop

Files: *
Copyright: 2026 the Bellhop authors
License: Apache-2.0
 On Debian systems, the text of the license is in /usr/share/common-licenses/Apache-2.0.
 NOTICE names the parts of others.
"""
#: Programs read certificates and time zones of the system, which no library's package contains.
ALWAYS = ["ca-certificates", "tzdata"]
SCRIPTS = {
    "postinst": """\
if [ "$1" = configure ]; then
    if command -v systemd-sysusers >/dev/null; then systemd-sysusers bellhop.conf; fi
    if [ -d /run/systemd/system ]; then
        systemctl daemon-reload
        # After an upgrade. The first start is the administrator's, who sets the options before it.
        if [ -n "$2" ]; then systemctl try-restart bellhop.service; fi
    fi
fi
""",
    "prerm": """\
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now bellhop.service; fi
""",
    # The data folder stays, also after a purge: it contains the only copy of keys and history.
    "postrm": """\
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
""",
}


def make(tree: Path, version: str, folder: Path) -> Path:
    """Writes `bellhop_VERSION_ARCH.deb` with the files of a staged tree."""
    architecture = output("dpkg", "--print-architecture").strip()
    package = folder / f"bellhop_{version}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary) / "root"
        shutil.copytree(tree, root)
        _documents(root)
        control = root / "DEBIAN"
        control.mkdir()
        depends = ", ".join(dependencies([root / "usr/bin" / name for name in PROGRAMS]) + ALWAYS)
        files = sorted(path for path in root.rglob("*") if path.is_file())
        size = sum(path.stat().st_size for path in files) // 1024 + 1
        (control / "control").write_text(
            CONTROL.format(version=version, architecture=architecture, size=size, depends=depends))
        (control / "conffiles").write_text("/etc/bellhop/server.conf\n")
        (control / "md5sums").write_text("".join(
            f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n"
            for path in files if not path.is_relative_to(root / "etc")))
        for name, body in SCRIPTS.items():
            (control / name).write_text(f"#!/bin/sh\nset -e\n{body}")
        for path in [root, *root.rglob("*")]:
            isolated = path.is_dir() or path.parent == root / "usr/bin" or path.name in SCRIPTS
            path.chmod(0o755 if isolated else 0o644)
        output("dpkg-deb", "--root-owner-group", "--build", root, package)
    return package


def _documents(root: Path) -> None:
    documents = root / "usr/share/doc/bellhop"
    (documents / "LICENSE").unlink()
    (documents / "copyright").write_text(COPYRIGHT)
    changelog = (ROOT / "CHANGELOG.md").read_bytes()
    (documents / "changelog.gz").write_bytes(gzip.compress(changelog, mtime=0))


def dependencies(programs: list[Path]) -> list[str]:
    """The packages of the libraries that the programs link, with their oldest versions; none for scripts."""
    linked = [program for program in programs if program.read_bytes()[:4] == b"\x7fELF"]
    if not linked:
        return []
    if shutil.which("dpkg-shlibdeps") is None:
        raise Problem("dpkg-shlibdeps is missing, which finds the libraries' packages: apt-get install dpkg-dev.")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "debian").mkdir()
        (Path(folder) / "debian" / "control").write_text("Source: bellhop\n\nPackage: bellhop\nArchitecture: any\n")
        found = output("dpkg-shlibdeps", "-O", "--ignore-missing-info", *(f"-e{it}" for it in linked), cwd=Path(folder))
    listed = re.search(r"^shlibs:Depends=(.*)$", found, re.MULTILINE)
    return listed.group(1).split(", ") if listed else []
