"""Reads the Xcode project: targets, folders, settings and property lists."""

from __future__ import annotations

import plistlib
import posixpath
import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from . import openstep
from .tree import Tree

APPLICATION = "com.apple.product-type.application"
_VARIABLE = re.compile(r"\$[({](\w+)[)}]")
_SETTING = re.compile(r"^\s*(\w+)\s*=\s*(.*?)\s*$")
_INCLUDE = re.compile(r'^\s*#include(\?)?\s+"([^"]+)"')


@dataclass
class Target:
    """One target, with its settings in the first configuration, from the lowest level to the highest."""

    name: str
    product_type: str
    settings: dict[str, str]
    #: Synchronized folders, and the files in them that are left out; from the top of the repository.
    folders: list[str] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)
    #: Of the package.
    products: list[str] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)
    embeds: list[str] = field(default_factory=list)

    @property
    def is_app(self) -> bool:
        return self.product_type == APPLICATION

    def expand(self, text: str) -> str:
        """Replaces the variables of build settings, except those that the build itself defines."""
        for _ in range(8):
            text, count = _VARIABLE.subn(lambda match: self.settings.get(match[1], f"\0{match[1]}\0"), text)
            if not count:
                break
        return re.sub(r"\0(\w+)\0", r"$(\1)", text)

    def setting(self, name: str) -> str:
        return self.expand(f"$({name})") if name in self.settings else ""

    def sources(self, tree: Tree) -> list[str]:
        return [
            path for path in tree.matching(".swift")
            if path not in self.left_out and any(path.startswith(folder + "/") for folder in self.folders)
        ]


class Project:
    """Raises `openstep.Malformed`, or `KeyError` with what an object lacks."""

    def __init__(self, tree: Tree, path: str):
        self.tree = tree
        self.path = path
        #: The folder of the project.
        self.folder = str(PurePosixPath(path).parent.parent)
        content = openstep.parse(tree.read(path))
        self.objects = content["objects"]
        self.root = self.objects[content["rootObject"]]
        self.targets = [self._target(self.objects[name]) for name in self.root["targets"]]

    @property
    def app(self) -> Target | None:
        return next((target for target in self.targets if target.is_app), None)

    @property
    def extensions(self) -> list[Target]:
        return [target for target in self.targets if not target.is_app]

    def at(self, path: str) -> str:
        """A path of the project's, from the top of the repository."""
        return posixpath.normpath(posixpath.join(self.folder, path))

    def property_list(self, target: Target, setting: str):
        """Path and content of the file that a setting names; the content is `None` when it cannot be read."""
        path = self.at(target.setting(setting)) if target.setting(setting) else ""
        try:
            return path, plistlib.loads((self.tree.root / path).read_bytes()) if path else None
        except (OSError, ValueError, plistlib.InvalidFileException):
            return path, None
        except Exception as error:  # expat's own, which plistlib lets through
            if type(error).__name__ == "ExpatError":
                return path, None
            raise

    def _target(self, entry: dict) -> Target:
        target = Target(entry["name"], entry["productType"], self._settings(entry))
        for name in entry.get("fileSystemSynchronizedGroups", []):
            group = self.objects[name]
            target.folders.append(self.at(group["path"]))
            for exception in map(self.objects.__getitem__, group.get("exceptions", [])):
                if self.objects[exception["target"]] is entry:
                    target.left_out |= {self.at(f"{group['path']}/{file}") for file in exception["membershipExceptions"]}
        target.products = [self.objects[name]["productName"] for name in entry.get("packageProductDependencies", [])]
        target.dependencies = [
            self.objects[self.objects[name]["target"]]["name"] for name in entry.get("dependencies", [])
        ]
        target.embeds = [
            self._owner(self.objects[file]["fileRef"]) for phase in map(self.objects.__getitem__, entry["buildPhases"])
            if phase["isa"] == "PBXCopyFilesBuildPhase" and phase["dstSubfolderSpec"] == "13" for file in phase["files"]
        ]
        return target

    def _owner(self, product: str) -> str:
        return next(
            entry["name"] for entry in self.objects.values()
            if entry["isa"] == "PBXNativeTarget" and entry["productReference"] == product
        )

    def _settings(self, entry: dict) -> dict[str, str]:
        found: dict[str, str] = {}
        for owner in (self.root, entry):
            configuration = self.objects[self.objects[owner["buildConfigurationList"]]["buildConfigurations"][0]]
            if reference := configuration.get("baseConfigurationReference"):
                self._read_configuration(self.at(f"Config/{self.objects[reference]['path']}"), found)
            found |= configuration["buildSettings"]
        found["TARGET_NAME"] = entry["name"]
        found.setdefault("PRODUCT_NAME", "$(TARGET_NAME)")
        found.setdefault("PRODUCT_MODULE_NAME", "$(PRODUCT_NAME)")
        return found

    def _read_configuration(self, path: str, into: dict[str, str]):
        for line in self.tree.read(path).splitlines() if self.tree.has(path) else []:
            line = re.sub(r"(^|\s)//.*", "", line)
            if include := _INCLUDE.match(line):
                # An optional file is local to a machine.
                if not include[1]:
                    self._read_configuration(posixpath.join(posixpath.dirname(path), include[2]), into)
            elif setting := _SETTING.match(line):
                into[setting[1]] = setting[2]


def projects(tree: Tree) -> list[str]:
    return [path for path in tree.files if path.endswith(".xcodeproj/project.pbxproj")]
