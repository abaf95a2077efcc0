"""Each target of the app has a privacy manifest with exactly the required-reason APIs that it uses."""

from __future__ import annotations

import plistlib
import re
from typing import Iterator

from .. import openstep, swift, xcode
from ..tree import Finding, Tree

MANIFEST = "PrivacyInfo.xcprivacy"
#: Apple, *Describing use of required reason API*: the categories, and their names in Swift.
REASONED = {
    "UserDefaults": r"\bUserDefaults\b|@AppStorage\b",
    "SystemBootTime": r"\bsystemUptime\b|\bmach_absolute_time\b",
    "FileTimestamp": r"\b(?:creationDate|modificationDate|contentModificationDateKey|creationDateKey|fstat|lstat|stat|getattrlist)\b",
    "DiskSpace": r"\bvolumeAvailableCapacity\w*|\bvolumeTotalCapacity\w*|\bsystemFreeSize\b|\bstatfs\b|\bstatvfs\b",
    "ActiveKeyboards": r"\bactiveInputModes\b",
}
PREFIX = "NSPrivacyAccessedAPICategory"


def check(tree: Tree) -> Iterator[Finding]:
    for path in xcode.projects(tree):
        try:
            project = xcode.Project(tree, path)
        except (openstep.Malformed, KeyError):
            continue  # reported by the check `project`
        for target in project.targets:
            yield from _target(project, target)


def _target(project: xcode.Project, target: xcode.Target) -> Iterator[Finding]:
    path = next((f"{folder}/{MANIFEST}" for folder in target.folders if project.tree.has(f"{folder}/{MANIFEST}")), None)
    if not path:
        yield Finding(project.path, 1, f"{target.name} has no {MANIFEST}")
        return
    try:
        manifest = plistlib.loads((project.tree.root / path).read_bytes())
    except Exception:  # reported by the check `bundles`
        return
    if manifest.get("NSPrivacyTracking") is not False or manifest.get("NSPrivacyTrackingDomains") != []:
        yield Finding(path, 1, "must declare that nothing is tracked")
    entries = manifest.get("NSPrivacyAccessedAPITypes", [])
    declared = {entry["NSPrivacyAccessedAPIType"].removeprefix(PREFIX) for entry in entries}
    for entry in entries:
        if not entry.get("NSPrivacyAccessedAPITypeReasons"):
            yield Finding(path, 1, f"{entry['NSPrivacyAccessedAPIType']} has no reason")
    used = _used(project, target)
    for category in sorted(used.keys() - declared):
        yield Finding(path, 1, f"{PREFIX}{category} is missing: {used[category]} uses it")
    for category in sorted(declared - used.keys()):
        yield Finding(path, 1, f"{PREFIX}{category} is declared and not used")


def _used(project: xcode.Project, target: xcode.Target) -> dict[str, str]:
    """Used categories, each with a file of the target or of a linked module."""
    modules = {module.name: module for module in project.tree.targets if not module.is_test}
    linked, waiting = set(), list(target.products)
    while waiting:
        name = waiting.pop()
        if name in modules and name not in linked:
            linked.add(name)
            waiting += modules[name].dependencies
    folders = [modules[name].folder + "/" for name in linked]
    files = target.sources(project.tree) + [
        path for path in project.tree.matching(".swift") if path.startswith(tuple(folders))
    ] if folders else target.sources(project.tree)
    used: dict[str, str] = {}
    for path in files:
        code = swift.bare(project.tree.read(path))
        for category, pattern in REASONED.items():
            if re.search(pattern, code):
                used.setdefault(category, path)
    return used
