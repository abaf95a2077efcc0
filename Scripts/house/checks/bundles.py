"""The property lists of the app and its extensions agree with each other and with the code."""

from __future__ import annotations

import json
import plistlib
import re
from typing import Iterator
from xml.etree import ElementTree

from .. import openstep, swift, xcode
from ..tree import Finding, Tree

#: Extension point, then whether a class of the target's is named as the principal one.
POINTS = {
    "com.apple.usernotifications.service": True,
    "com.apple.usernotifications.content-extension": True,
    "com.apple.widgetkit-extension": False,
}
#: Entitlement, then the key in Info.plist by which the code learns the same group.
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
            continue  # the check `project` says so
        yield from _files(project)
        for target in project.targets:
            yield from _target(project, target)


def _files(project: xcode.Project) -> Iterator[Finding]:
    """Whatever is written in a format of its own can be read."""
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
            except Exception as error:  # each reader has errors of its own
                yield Finding(path, getattr(error, "lineno", 1), f"cannot be read: {error}")


def _target(project: xcode.Project, target: xcode.Target) -> Iterator[Finding]:
    path, info = project.property_list(target, "INFOPLIST_FILE")
    if info is None:
        yield Finding(path or project.path, 1, f"{target.name} has no Info.plist that can be read")
        return
    if path not in target.left_out:
        yield Finding(project.path, 1, f"{target.name} would copy its {path} as a resource: leave it out")
    yield from _entry(project, target, path, info)
    yield from _groups(project, target, path, info)
    if "UNNotificationExtensionCategory" in info.get("NSExtension", {}).get("NSExtensionAttributes", {}):
        yield from _categories(project, path, info)
        yield from _touches(path, info)
    if target.is_app:
        yield from _tasks(project, target, path, info)
        yield from _links(project, path, info)


def _entry(project: xcode.Project, target: xcode.Target, path: str, info: dict) -> Iterator[Finding]:
    """Where the system finds the code: the principal class of an extension, or `@main`."""
    code = {source: swift.bare(project.tree.read(source)) for source in target.sources(project.tree)}
    extension = info.get("NSExtension", {})
    point = extension.get("NSExtensionPointIdentifier")
    if not target.is_app and point not in POINTS:
        yield Finding(path, 1, f"{point} is no extension point that the project knows")
    elif target.is_app or not POINTS[point]:
        mains = sum(len(re.findall(r"^@main\b", text, re.MULTILINE)) for text in code.values())
        if mains != 1:
            yield Finding(path, 1, f"{target.name} has {mains} types that are @main, and needs one")
    else:
        name = target.expand(extension.get("NSExtensionPrincipalClass", ""))
        module, _, principal = name.partition(".")
        if module != target.setting("PRODUCT_MODULE_NAME") or not any(
            re.search(rf"^(?:@\w+ )*(?:\w+ )*class {re.escape(principal)}\b", text, re.MULTILINE) for text in code.values()
        ):
            yield Finding(path, 1, f"the principal class {name} is none of {target.name}'s")


def _groups(project: xcode.Project, target: xcode.Target, path: str, info: dict) -> Iterator[Finding]:
    file, entitlements = project.property_list(target, "CODE_SIGN_ENTITLEMENTS")
    if entitlements is None:
        yield Finding(file or project.path, 1, f"{target.name} has no entitlements that can be read")
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
        yield Finding(CATEGORIES, 1, "names no category any more: tell Scripts/house/checks/bundles.py where they are")
    for category in sorted(known - listed):
        yield Finding(path, 1, f"the category {category} is missing: it would not be shown when expanded")
    for category in sorted(listed - known):
        yield Finding(path, 1, f"{category} is no category of the catalog")


def _touches(path: str, info: dict) -> Iterator[Finding]:
    """A content extension that takes touches and has no controls: a tap on the notification would open nothing."""
    if info["NSExtension"]["NSExtensionAttributes"].get("UNNotificationExtensionUserInteractionEnabled"):
        yield Finding(path, 1, "UNNotificationExtensionUserInteractionEnabled would swallow the tap that opens the app")


def _tasks(project: xcode.Project, target: xcode.Target, path: str, info: dict) -> Iterator[Finding]:
    permitted = set(info.get("BGTaskSchedulerPermittedIdentifiers", []))
    code = "\n".join(project.tree.read(source) for source in target.sources(project.tree))
    registered = set(re.findall(r'[tT]ask\w*\s*(?:=|:)\s*"([\w.-]+)"', code))
    for task in sorted(registered - permitted):
        yield Finding(path, 1, f"the background task {task} is not permitted: registering it ends the app")
    for task in sorted(permitted - registered):
        yield Finding(path, 1, f"the background task {task} is registered nowhere")
    if permitted and "fetch" not in info.get("UIBackgroundModes", []):
        yield Finding(path, 1, "background tasks that refresh need the background mode fetch")


def _links(project: xcode.Project, path: str, info: dict) -> Iterator[Finding]:
    schemes = {scheme for kind in info.get("CFBundleURLTypes", []) for scheme in kind.get("CFBundleURLSchemes", [])}
    declared = re.search(r'static let scheme = "(\w+)"', project.tree.read(ROUTES))
    if not declared:
        yield Finding(ROUTES, 1, "names no scheme any more: tell Scripts/house/checks/bundles.py where it is")
    elif (scheme := declared[1]) not in schemes:
        yield Finding(path, 1, f"links of the scheme {scheme} do not open the app")
