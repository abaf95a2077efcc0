"""A target imports only what its row in layers.py names, and only what its manifest declares."""

from __future__ import annotations

from typing import Iterator

from .. import layers, swift
from ..tree import Finding, Target, Tree


def check(tree: Tree) -> Iterator[Finding]:
    for target in tree.targets:
        if not target.is_test and target.name not in layers.TABLE:
            continue  # manifests.py says so, once
        permitted = layers.allowed_in_tests(target.dependencies) if target.is_test else layers.allowed(target.name)
        declared = _third_party_and_own()
        # What stands in the folder of another target within this one's is judged there.
        inner = tuple(
            other.folder + "/" for other in tree.targets if other.folder.startswith(target.folder + "/"))
        for path in tree.matching(".swift"):
            if not path.startswith(target.folder + "/") or path.startswith(inner):
                continue
            for found in swift.imports(tree.read(path)):
                yield from _judge(found, path, target, permitted, declared)


def _judge(found: swift.Import, path: str, target: Target, permitted: set[str], ours: set[str]) -> Iterator[Finding]:
    if found.module == target.name:
        return
    if found.module not in permitted:
        yield Finding(path, found.line, f"{target.name} may not import {found.module} (Scripts/house/layers.py)")
    elif found.module in ours and found.module not in target.dependencies:
        # Such an import compiles or not, depending on what happens to be built already.
        yield Finding(path, found.line, f"{target.name} imports {found.module}, which its manifest does not declare")
    if found.module in layers.GUARDED and found.module not in target.dependencies and not any(
        "canImport" in condition or "os(" in condition or condition.startswith("#else") for condition in found.conditions
    ):
        yield Finding(path, found.line, f"{found.module} exists on some platforms only: import it inside #if canImport")
    if found.module == "Foundation" and target.name in layers.ESSENTIAL and not any(
        condition.startswith("#else") for condition in found.conditions
    ):
        yield Finding(
            path, found.line, f"{target.name} may import Foundation only where FoundationEssentials is not: see BellhopFoundation")


def _third_party_and_own() -> set[str]:
    named = {module for row in layers.TABLE.values() for module in row.split()} | layers.TABLE.keys()
    return named - set(layers.APPLE.split()) - set(layers.PLATFORM.split()) - layers.GUARDED
