"""The archive: a tree to unpack into /usr/local."""

from __future__ import annotations

import tarfile
from pathlib import Path


def make(tree: Path, name: str, folder: Path) -> Path:
    """Writes `NAME.tar.gz` with the files below `usr` of a staged tree.

    The license and the README are at the top; the paths of the unit are those of /usr/local.
    """
    archive = folder / f"{name}.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=6) as tar:
        for file in sorted(path for path in (tree / "usr").rglob("*") if path.is_file()):
            place = file.relative_to(tree / "usr").as_posix()
            if file.name == "bellhop.service":
                file = _local(file, tree)
            tar.add(file, f"{name}/{_shortened(place)}", filter=_owned_by_root)
        tar.add(tree / "etc/bellhop/server.conf", f"{name}/share/doc/bellhop/examples/server.conf", filter=_owned_by_root)
    return archive


def _shortened(place: str) -> str:
    folder, _, name = place.rpartition("/")
    return name if folder == "share/doc/bellhop" else place


def _local(unit: Path, tree: Path) -> Path:
    local = tree / "local.service"
    local.write_text(unit.read_text().replace("/usr/bin/bellhop", "/usr/local/bin/bellhop"))
    local.chmod(0o644)
    return local


def _owned_by_root(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    return member
