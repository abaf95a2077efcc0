"""Targets import only modules that their row in layers.py and their manifest list."""

from __future__ import annotations

from typing import Iterator

from .. import layers, swift
from ..tree import Finding, Target, Tree


def check(tree: Tree) -> Iterator[Finding]:
    for target in tree.targets:
        if not target.is_test and target.name not in layers.TABLE:
            continue  # reported by manifests.py
        permitted = layers.allowed_in_tests(target.dependencies) if target.is_test else layers.allowed(target.name)
        declared = _third_party_and_own()
        # Files of a nested target's folder are checked with that target.
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
        # Such an import compiles only if the module happens to be built before.
        yield Finding(path, found.line, f"{target.name} imports {found.module}, which its manifest does not declare")
    if found.module in layers.GUARDED and found.module not in target.dependencies and not any(
        "canImport" in condition or "os(" in condition or condition.startswith("#else") for condition in found.conditions
    ):
        yield Finding(path, found.line, f"{found.module} exists on some platforms only: import it inside #if canImport")
    if found.module == "Foundation" and target.name in layers.ESSENTIAL and not any(
        condition.startswith("#else") for condition in found.conditions
    ):
        yield Finding(
            path, found.line, f"{target.name} may import Foundation only without FoundationEssentials: see BellhopFoundation")


def _third_party_and_own() -> set[str]:
    named = {module for row in layers.TABLE.values() for module in row.split()} | layers.TABLE.keys()
    return named - set(layers.APPLE.split()) - set(layers.PLATFORM.split()) - layers.GUARDED
