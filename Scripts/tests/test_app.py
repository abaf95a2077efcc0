"""Tests of the checks of the app, on the app itself and on copies with one defect."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from house import openstep
from house.checks import bundles, privacy, project
from house.tree import Tree

from .trees import CheckTest, library

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT = "App/Bellhop.xcodeproj/project.pbxproj"
NEEDED = ("Package.swift", bundles.CATEGORIES, bundles.ROUTES)
TREE = Tree(ROOT, [])
APP = {
    path: TREE.read(path) for path in TREE.files
    if (path.startswith("App/") or path in NEEDED) and not path.endswith(".png")
}


class AppTest(CheckTest):
    """Runs one check over a copy of the app with changed files."""

    def changed(self, path: str, old: str, new: str) -> dict[str, str]:
        self.assertIn(old, APP[path], f"{path} has changed: break it in another way")
        return {**APP, path: APP[path].replace(old, new)}

    def without(self, path: str) -> dict[str, str]:
        return {other: text for other, text in APP.items() if other != path}

    def assert_says(self, expected: str, files: dict[str, str], *targets):
        """Asserts that a finding contains `expected`."""
        found = [str(finding) for finding in self.findings(files, *targets)]
        self.assertTrue(any(expected in finding for finding in found), found)


class ProjectTest(AppTest):
    check = project

    def test_the_app_is_clean(self):
        self.assert_clean(APP)

    def test_a_project_that_cannot_be_read(self):
        self.assert_found("cannot be read: ; expected", self.changed(PROJECT, "objectVersion = 77;", "objectVersion = 77"))
        self.assert_found("cannot be read: 'targets' is missing", self.changed(PROJECT, "targets = (", "aims = ("))

    def test_a_reference_to_nothing(self):
        line = next(line for line in APP[PROJECT].splitlines() if "/* BellhopLive in Frameworks */ =" in line)
        self.assert_found("is not an object", self.changed(PROJECT, line + "\n", ""))

    def test_a_folder_that_is_gone(self):
        self.assert_says("which does not exist", {path: text for path, text in APP.items() if "/Widgets/" not in path})

    def test_a_source_in_no_target(self):
        self.assert_found("is in no target", {**APP, "App/Elsewhere/New.swift": "struct New {}\n"})

    def test_an_identifier_that_is_not_under_the_apps(self):
        broken = self.changed(PROJECT, '"$(BELLHOP_ID).Widgets"', "dev.other.Widgets")
        self.assert_found("the identifier of Widgets is dev.other.Widgets", broken)

    def test_an_extension_that_is_not_embedded(self):
        broken = self.changed(PROJECT, "dstSubfolderSpec = 13", "dstSubfolderSpec = 10")
        self.assert_says("does not embed NotificationService", broken)

    def test_an_extension_that_is_not_built_before_the_app(self):
        lines = [line for line in APP[PROJECT].splitlines() if line.strip().endswith("/* PBXTargetDependency */,")]
        self.assertEqual(3, len(lines))
        self.assert_found("does not depend on", self.changed(PROJECT, lines[0] + "\n", ""))

    def test_an_extension_without_the_restriction_of_its_apis(self):
        broken = self.changed(PROJECT, "APPLICATION_EXTENSION_API_ONLY = YES", "APPLICATION_EXTENSION_API_ONLY = NO")
        self.assert_says("set APPLICATION_EXTENSION_API_ONLY", broken)

    def test_a_product_that_the_package_does_not_offer(self):
        self.assert_says("does not offer", self.changed(PROJECT, "productName = BellhopLive", "productName = BellhopDead"))

    def test_an_import_that_is_not_linked(self):
        path = "App/Widgets/BellhopWidgets.swift"
        self.assert_found("Widgets does not link BellhopUI", {**APP, path: "import BellhopUI\n" + APP[path]})

    def test_another_floor_than_the_packages(self):
        broken = self.changed("App/Config/Base.xcconfig", "TARGET = 17.0", "TARGET = 18.0")
        self.assert_says("has the deployment target iOS 18.0, the package iOS 17.0", broken)


class BundlesTest(AppTest):
    check = bundles
    INFO = "App/{}/Info.plist"

    def test_a_content_extension_that_swallows_taps(self):
        path = "App/NotificationContent/Info.plist"
        broken = self.changed(
            path, "<key>UNNotificationExtensionDefaultContentHidden</key>",
            "<key>UNNotificationExtensionUserInteractionEnabled</key>\n<true/>\n"
            "<key>UNNotificationExtensionDefaultContentHidden</key>")
        self.assert_found("prevents the tap", broken)

    def test_the_app_is_clean(self):
        self.assert_clean(APP)

    def test_files_that_cannot_be_read(self):
        for path in [
            "App/Bellhop/Info.plist", "App/Bellhop/Bellhop.entitlements", "App/Widgets/PrivacyInfo.xcprivacy",
            "App/Bellhop.xcodeproj/xcshareddata/xcschemes/Bellhop.xcscheme", "App/Bellhop/InfoPlist.xcstrings",
            "App/Payloads/approval.apns", "App/Bellhop/Assets.xcassets/Contents.json",
        ]:
            with self.subTest(path):
                self.assert_says(f"{path}:", {**APP, path: APP[path][:-9]})

    def test_a_target_without_its_lists(self):
        self.assert_found("NotificationContent has no readable Info.plist", self.without(self.INFO.format("NotificationContent")))
        self.assert_found("Widgets has no readable entitlements", self.without("App/Widgets/Widgets.entitlements"))

    def test_an_info_plist_that_would_be_copied(self):
        self.assert_says("as a resource", self.changed(PROJECT, "\t\t\t\tInfo.plist,\n", ""))

    def test_an_extension_point_that_is_none(self):
        broken = self.changed(self.INFO.format("Widgets"), "com.apple.widgetkit-extension", "com.apple.widget-extension")
        self.assert_found("com.apple.widget-extension is not a known extension point", broken)

    def test_a_principal_class_that_is_not_there(self):
        path = "App/NotificationService/NotificationService.swift"
        self.assert_found("is not in NotificationService", self.changed(path, "class NotificationService", "class Service"))
        broken = self.changed(
            self.INFO.format("NotificationContent"), "$(PRODUCT_MODULE_NAME).", "NotificationService.")
        self.assert_found("NotificationService.NotificationViewController is not in", broken)

    def test_no_main_and_two(self):
        path = "App/Widgets/BellhopWidgets.swift"
        self.assert_found("Widgets has 0 types with @main", self.changed(path, "@main\n", ""))
        self.assert_found("Widgets has 2 types", {**APP, "App/Widgets/Other.swift": "@main\nstruct Other {}\n"})

    def test_a_group_that_is_not_the_apps(self):
        path = "App/Widgets/Widgets.entitlements"
        self.assert_found("group.other is not among", self.changed(path, "$(BELLHOP_APP_GROUP)", "group.other"))

    def test_a_group_that_the_code_uses_and_no_entitlement_lists(self):
        path = "App/NotificationService/NotificationService.entitlements"
        self.assert_found("BellhopKeychainGroup is", self.changed(path, "keychain-access-groups", "other-groups"))

    def test_the_categories_are_the_catalogs(self):
        path = self.INFO.format("NotificationContent")
        self.assert_found("TASK_ERROR is missing", self.changed(path, "<string>TASK_ERROR</string>", ""))
        broken = self.changed(path, "<string>TASK_ERROR</string>", "<string>TASK_ERROR</string><string>TASK_TERROR</string>")
        self.assert_found("TASK_TERROR is not a category", broken)
        added = self.changed(bundles.CATEGORIES, '"TASK_ERROR")', '"TASK_ERROR")\n static let a = Self(rawValue: "NEW")')
        self.assert_found("NEW is missing", added)
        self.assert_says("has no categories", {**APP, bundles.CATEGORIES: ""})

    def test_background_tasks_are_permitted_and_registered(self):
        path = "App/Bellhop/AppDelegate.swift"
        broken = self.changed(path, '"dev.bellhop.refresh"', '"dev.bellhop.other"')
        self.assert_says("the background task dev.bellhop.other is not permitted", broken)
        self.assert_says("the background task dev.bellhop.refresh is not registered", broken)
        info = self.INFO.format("Bellhop")
        self.assert_found("need the background mode fetch", self.changed(info, "<string>fetch</string>", ""))

    def test_links_open_the_app(self):
        info = self.INFO.format("Bellhop")
        self.assert_found("of the scheme bellhop", self.changed(info, "<string>bellhop</string>", "<string>bell</string>"))
        self.assert_found("has no scheme", {**APP, bundles.ROUTES: ""})


class PrivacyTest(AppTest):
    check = privacy
    MANIFEST = "App/Widgets/PrivacyInfo.xcprivacy"
    SOURCE = "App/Widgets/BellhopWidgets.swift"
    ENTRY = (
        "<key>NSPrivacyAccessedAPITypes</key>\n\t<array><dict><key>NSPrivacyAccessedAPIType</key>"
        "<string>NSPrivacyAccessedAPICategoryUserDefaults</string>{}</dict></array>"
    )
    REASON = "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array>"

    def declaring(self, reason: str) -> dict[str, str]:
        old = "<key>NSPrivacyAccessedAPITypes</key>\n\t<array/>"
        return self.changed(self.MANIFEST, old, self.ENTRY.format(reason))

    def using(self) -> dict[str, str]:
        return {self.SOURCE: APP[self.SOURCE] + "let count = UserDefaults.standard.integer(forKey: \"count\")\n"}

    def test_the_app_is_clean(self):
        self.assert_clean(APP)

    def test_a_manifest_that_is_missing(self):
        self.assert_found("Widgets has no PrivacyInfo", self.without(self.MANIFEST))

    def test_tracking(self):
        broken = self.changed(self.MANIFEST, "<key>NSPrivacyTracking</key>\n\t<false/>", "<key>NSPrivacyTracking</key>\n\t<true/>")
        self.assert_found("nothing is tracked", broken)

    def test_used_apis_are_declared_with_a_reason(self):
        self.assert_found("UserDefaults is missing: App/Widgets", {**APP, **self.using()})
        self.assert_found("UserDefaults has no reason", {**self.declaring(""), **self.using()})
        self.assert_found("UserDefaults is declared and not used", self.declaring(self.REASON))
        self.assert_clean({**self.declaring(self.REASON), **self.using()})

    def test_a_module_that_is_linked_counts(self):
        live = library("BellhopLive", "BellhopModel", folder="Sources")
        model = library("BellhopModel", folder="Sources")
        files = {**APP, "Sources/BellhopModel/A.swift": "let up = ProcessInfo.processInfo.systemUptime\n"}
        found = {str(finding) for finding in self.findings(files, live, model)}
        self.assertTrue(any("App/Widgets" in line and "SystemBootTime is missing" in line for line in found), found)
        self.assertFalse(any("App/NotificationContent" in line for line in found), found)


class ToolsTest(unittest.TestCase):
    #: The Xcode version with that Swift version (Apple, *Xcode Support*).
    XCODE = {"6.2": "26"}

    def test_the_readme_names_the_xcode_of_the_packages_swift(self):
        tools = re.match(r"// swift-tools-version: (\S+)", (ROOT / "Package.swift").read_text())[1]
        self.assertIn(f"with Xcode {self.XCODE[tools]} or later", (ROOT / "App/README.md").read_text())

    def test_deprecations_of_a_later_sdk_do_not_fail_the_apps_build(self):
        self.assertIn("SWIFT_TREAT_WARNINGS_AS_ERRORS = NO", (ROOT / "App/Config/Base.xcconfig").read_text())


class OpenStepTest(unittest.TestCase):
    def test_values(self):
        text = '// !$*UTF8*$!\n{ a = 1; "b c" = (x, "y\\n\\"z\\"", ); /* note */ d = { e = "$(F)"; }; }'
        self.assertEqual({"a": "1", "b c": ["x", 'y\n"z"'], "d": {"e": "$(F)"}}, openstep.parse(text))

    def test_a_syntax_error_has_its_line(self):
        for text, line in [("{\na = ;\n}", 2), ("{\na = 1\n}", 3), ("(a\nb)", 2), ("{a = 1; a = 2;}", 1),
                           ("{a = 1;} b", 1), ("{\n\n^", 3), ("", 1), ("{a = \"", 1)]:
            with self.subTest(text), self.assertRaises(openstep.Malformed) as raised:
                openstep.parse(text)
            self.assertEqual(line, raised.exception.line)
