"""The property lists of the app and its extensions are consistent with each other and with the code."""

from __future__ import annotations

import json
import plistlib
import re
from typing import Iterator
from xml.etree import ElementTree

from .. import openstep, swift, xcode
from ..tree import Finding, Tree

#: Extension points, and whether each needs a principal class.
POINTS = {
    "com.apple.usernotifications.service": True,
    "com.apple.usernotifications.content-extension": True,
    "com.apple.widgetkit-extension": False,
}
#: Entitlements, and the Info.plist keys from which the code reads the same groups.
GROUPS = {
    "com.apple.security.application-groups": "BellhopAppGroup",
    "keychain-access-groups": "BellhopKeychainGroup",
}
CATEGORIES = "Sources/BellhopModel/Categories/CategoryID.swift"
ROUTES = "Sources/BellhopKit/Routing/Route.swift"


def check(tree: Tree) -> Iterator[Finding]:
    for path in xcode.projects(tree):
        try:
            project = xcode.Project(tree, path)
        except (openstep.Malformed, KeyError):
            continue  # reported by the check `project`
        yield from _files(project)
        for target in project.targets:
            yield from _target(project, target)


def _files(project: xcode.Project) -> Iterator[Finding]:
    """Finds files that do not parse."""
    readers = {
        (".plist", ".entitlements", ".xcprivacy"): plistlib.loads,
        (".xcscheme",): ElementTree.fromstring,
        (".xcstrings", ".apns", ".json"): json.loads,
    }
    for endings, read in readers.items():
        for path in project.tree.matching(*endings):
            if not path.startswith(project.folder + "/"):
                continue
            try:
                read((project.tree.root / path).read_bytes())
            except Exception as error:  # each reader has its own errors
                yield Finding(path, getattr(error, "lineno", 1), f"cannot be read: {error}")


def _target(project: xcode.Project, target: xcode.Target) -> Iterator[Finding]:
    path, info = project.property_list(target, "INFOPLIST_FILE")
    if info is None:
        yield Finding(path or project.path, 1, f"{target.name} has no readable Info.plist")
        return
    if path not in target.left_out:
        yield Finding(project.path, 1, f"{target.name} copies its {path} as a resource: exclude it")
    yield from _entry(project, target, path, info)
    yield from _groups(project, target, path, info)
    if "UNNotificationExtensionCategory" in info.get("NSExtension", {}).get("NSExtensionAttributes", {}):
        yield from _categories(project, path, info)
        yield from _touches(path, info)
    if target.is_app:
        yield from _tasks(project, target, path, info)
        yield from _links(project, path, info)


def _entry(project: xcode.Project, target: xcode.Target, path: str, info: dict) -> Iterator[Finding]:
    """Checks the entry point: the principal class of an extension, or `@main`."""
    code = {source: swift.bare(project.tree.read(source)) for source in target.sources(project.tree)}
    extension = info.get("NSExtension", {})
    point = extension.get("NSExtensionPointIdentifier")
    if not target.is_app and point not in POINTS:
        yield Finding(path, 1, f"{point} is not a known extension point")
    elif target.is_app or not POINTS[point]:
        mains = sum(len(re.findall(r"^@main\b", text, re.MULTILINE)) for text in code.values())
        if mains != 1:
            yield Finding(path, 1, f"{target.name} has {mains} types with @main; it must have one")
    else:
        name = target.expand(extension.get("NSExtensionPrincipalClass", ""))
        module, _, principal = name.partition(".")
        if module != target.setting("PRODUCT_MODULE_NAME") or not any(
            re.search(rf"^(?:@\w+ )*(?:\w+ )*class {re.escape(principal)}\b", text, re.MULTILINE) for text in code.values()
        ):
            yield Finding(path, 1, f"the principal class {name} is not in {target.name}")


def _groups(project: xcode.Project, target: xcode.Target, path: str, info: dict) -> Iterator[Finding]:
    file, entitlements = project.property_list(target, "CODE_SIGN_ENTITLEMENTS")
    if entitlements is None:
        yield Finding(file or project.path, 1, f"{target.name} has no readable entitlements")
        return
    _, owner = project.property_list(project.app, "CODE_SIGN_ENTITLEMENTS") if project.app else ("", None)
    for key, name in GROUPS.items():
        groups = [target.expand(group) for group in entitlements.get(key, [])]
        for group in groups:
            if owner is not None and group not in [project.app.expand(other) for other in owner.get(key, [])]:
                yield Finding(file, 1, f"{group} is not among the app's {key}")
        if name in info and target.expand(info[name]) not in groups:
            yield Finding(path, 1, f"{name} is {target.expand(info[name])}, which {file} does not list")


def _categories(project: xcode.Project, path: str, info: dict) -> Iterator[Finding]:
    listed = info["NSExtension"]["NSExtensionAttributes"]["UNNotificationExtensionCategory"]
    listed = {listed} if isinstance(listed, str) else set(listed)
    known = set(re.findall(r'Self\(rawValue: "([^"]+)"\)', project.tree.read(CATEGORIES)))
    if not known:
        yield Finding(CATEGORIES, 1, "has no categories: update CATEGORIES in Scripts/house/checks/bundles.py")
    for category in sorted(known - listed):
        yield Finding(path, 1, f"the category {category} is missing: it would have no expanded view")
    for category in sorted(listed - known):
        yield Finding(path, 1, f"{category} is not a category of the catalog")


def _touches(path: str, info: dict) -> Iterator[Finding]:
    """Checks that the content extension, which has no controls, does not receive touches."""
    if info["NSExtension"]["NSExtensionAttributes"].get("UNNotificationExtensionUserInteractionEnabled"):
        yield Finding(path, 1, "UNNotificationExtensionUserInteractionEnabled prevents the tap that opens the app")


def _tasks(project: xcode.Project, target: xcode.Target, path: str, info: dict) -> Iterator[Finding]:
    permitted = set(info.get("BGTaskSchedulerPermittedIdentifiers", []))
    code = "\n".join(project.tree.read(source) for source in target.sources(project.tree))
    registered = set(re.findall(r'[tT]ask\w*\s*(?:=|:)\s*"([\w.-]+)"', code))
    for task in sorted(registered - permitted):
        yield Finding(path, 1, f"the background task {task} is not permitted: registering it terminates the app")
    for task in sorted(permitted - registered):
        yield Finding(path, 1, f"the background task {task} is not registered by the code")
    if permitted and "fetch" not in info.get("UIBackgroundModes", []):
        yield Finding(path, 1, "background refresh tasks need the background mode fetch")


def _links(project: xcode.Project, path: str, info: dict) -> Iterator[Finding]:
    schemes = {scheme for kind in info.get("CFBundleURLTypes", []) for scheme in kind.get("CFBundleURLSchemes", [])}
    declared = re.search(r'static let scheme = "(\w+)"', project.tree.read(ROUTES))
    if not declared:
        yield Finding(ROUTES, 1, "has no scheme: update ROUTES in Scripts/house/checks/bundles.py")
    elif (scheme := declared[1]) not in schemes:
        yield Finding(path, 1, f"links of the scheme {scheme} do not open the app")
