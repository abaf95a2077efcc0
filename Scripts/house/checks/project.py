"""The Xcode project parses, builds every source, and embeds and links what its targets use."""

from __future__ import annotations

import re
from typing import Iterator

from .. import openstep, swift, xcode
from ..tree import Finding, Tree

_ID = re.compile(r"\b[0-9A-F]{24}\b")


def check(tree: Tree) -> Iterator[Finding]:
    for path in xcode.projects(tree):
        try:
            project = xcode.Project(tree, path)
        except openstep.Malformed as error:
            yield Finding(path, error.line, f"cannot be read: {error}")
            continue
        except KeyError as error:
            yield Finding(path, 1, f"cannot be read: {error} is missing")
            continue
        yield from _references(project)
        yield from _folders(project)
        yield from _sources(project)
        yield from _extensions(project)
        yield from _products(project)
        yield from _floor(project)


def _references(project: xcode.Project) -> Iterator[Finding]:
    for number, line in enumerate(project.tree.read(project.path).splitlines(), 1):
        for name in _ID.findall(line):
            if name not in project.objects:
                yield Finding(project.path, number, f"{name} is not an object")


def _folders(project: xcode.Project) -> Iterator[Finding]:
    for target in project.targets:
        for path in [*target.folders, *sorted(target.left_out)]:
            if not project.tree.has(path):
                yield Finding(project.path, 1, f"{target.name} has the folder {path}, which does not exist")


def _sources(project: xcode.Project) -> Iterator[Finding]:
    built = {path for target in project.targets for path in target.sources(project.tree)}
    for path in project.tree.matching(".swift"):
        if path.startswith(project.folder + "/") and path not in built:
            yield Finding(path, 1, "is in no target: move it to a folder of a target")


def _extensions(project: xcode.Project) -> Iterator[Finding]:
    app = project.app
    if not app:
        yield Finding(project.path, 1, "the project has no application")
        return
    prefix = app.setting("PRODUCT_BUNDLE_IDENTIFIER") + "."
    for target in project.extensions:
        identifier = target.setting("PRODUCT_BUNDLE_IDENTIFIER")
        if not identifier.startswith(prefix) or "." in identifier[len(prefix):]:
            yield Finding(project.path, 1, f"the identifier of {target.name} is {identifier}; it must be {prefix}…")
        if target.name not in app.embeds:
            yield Finding(project.path, 1, f"{app.name} does not embed {target.name} (copy phase with destination 13)")
        if target.name not in app.dependencies:
            yield Finding(project.path, 1, f"{app.name} does not depend on {target.name}: it may embed an outdated build")
        if target.setting("APPLICATION_EXTENSION_API_ONLY") != "YES":
            yield Finding(project.path, 1, f"{target.name} is an extension: set APPLICATION_EXTENSION_API_ONLY")


def _products(project: xcode.Project) -> Iterator[Finding]:
    offered = set(re.findall(r'\.library\(\s*name: "(\w+)"', project.tree.read("Package.swift")))
    for target in project.targets:
        for product in sorted(set(target.products) - offered):
            yield Finding(project.path, 1, f"{target.name} links {product}, which Package.swift does not offer")
        for path in target.sources(project.tree):
            for found in swift.imports(project.tree.read(path)):
                if found.module in offered and found.module not in target.products:
                    yield Finding(path, found.line, f"{target.name} does not link {found.module}")


def _floor(project: xcode.Project) -> Iterator[Finding]:
    """Checks that the deployment target equals the package's."""
    match = re.search(r"\.iOS\(\.v(\d+)\)", project.tree.read("Package.swift"))
    for target in project.targets:
        floor = target.setting("IPHONEOS_DEPLOYMENT_TARGET")
        if match and floor != f"{match[1]}.0":
            yield Finding(project.path, 1, f"{target.name} has the deployment target iOS {floor}, the package iOS {match[1]}.0")
