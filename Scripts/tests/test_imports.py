from house import layers
from house.checks import imports, manifests

from house.tree import Target

from .trees import CheckTest, library, tests

PATH = "Server/Sources/BellhopCore/Engine/Engine.swift"
DELIVERY = library("BellhopCore", "BellhopModel", "BellhopStore", "Logging")


class ImportsTest(CheckTest):
    check = imports

    def test_modules_of_row_and_manifest_may_be_imported(self):
        self.assert_clean({PATH: "public import BellhopModel\nimport Dispatch\n@preconcurrency import Logging\n"}, DELIVERY)

    def test_every_form_of_import_is_seen(self):
        for form in ["import", "public import", "@testable import", "@_exported public import", "internal import struct"]:
            with self.subTest(form):
                self.assert_found("BellhopCore may not import CSQLite", {PATH: f"{form} CSQLite\n"}, DELIVERY)

    def test_a_nested_target_is_checked_by_its_own_row(self):
        inner = Target("InnerTests", "Server/Sources/BellhopCore/Inner", True, frozenset())
        self.assert_clean({"Server/Sources/BellhopCore/Inner/A.swift": "import Testing\n"}, DELIVERY, inner)

    def test_a_layer_above_may_not_be_imported(self):
        self.assert_found("may not import BellhopServer", {PATH: "import BellhopServer\n"}, DELIVERY)

    def test_an_undeclared_module_may_not_be_imported(self):
        self.assert_found("does not declare", {PATH: "import BellhopPush\n"}, DELIVERY)

    def test_imports_in_comments_and_strings_do_not_count(self):
        self.assert_clean({PATH: '// import CSQLite\n/*\nimport CSQLite\n*/\nlet a = """\nimport CSQLite\n"""\n'}, DELIVERY)

    def test_apple_frameworks_stay_out_of_the_portable_targets(self):
        kit = library("BellhopKit", "BellhopModel", folder="Sources")
        path = "Sources/BellhopKit/Taps/Tap.swift"
        self.assert_found("may not import UserNotifications", {path: "import UserNotifications\n"}, kit)

    def test_a_module_of_some_platforms_only_is_guarded(self):
        kit = library("BellhopKit", "BellhopModel", folder="Sources")
        path = "Sources/BellhopKit/Signing/Digest.swift"
        self.assert_found("inside #if canImport", {path: "import CryptoKit\n"}, kit)
        self.assert_clean({path: "#if canImport(CryptoKit)\nimport CryptoKit\n#endif\n"}, kit)

    def test_a_target_that_is_checked_for_races_uses_no_lock_of_synchronization(self):
        push = library("BellhopPush", "NIOConcurrencyHelpers")
        path = "Server/Sources/BellhopPush/PushMetrics.swift"
        self.assert_found("BellhopPush may not import Synchronization", {path: "import Synchronization\n"}, push)
        self.assert_clean({path: "import NIOConcurrencyHelpers\n"}, push)
        self.assert_clean({PATH: "import Synchronization\n"}, DELIVERY)

    def test_a_hook_links_no_more_of_foundation_than_its_essentials(self):
        hook = library("BellhopHook", "BellhopFoundation")
        path = "Server/Sources/BellhopHook/Desk/Desk.swift"
        self.assert_found("only without FoundationEssentials", {path: "import Foundation\n"}, hook)
        self.assert_clean({path: "import BellhopFoundation\n"}, hook)
        choice = "#if canImport(FoundationEssentials)\nimport FoundationEssentials\n#else\nimport Foundation\n#endif\n"
        self.assert_clean({path: choice}, hook)

    def test_a_stub_of_such_a_module_is_there_wherever_it_is_declared(self):
        subject = tests("StubTests", "CryptoKit")
        self.assert_clean({"Server/Tests/StubTests/DigestTests.swift": "import CryptoKit\n"}, subject)

    def test_a_test_sees_what_its_subject_sees_and_no_more(self):
        subject = tests("BellhopCoreTests", "BellhopCore", "BellhopModel")
        path = "Server/Tests/BellhopCoreTests/EngineTests.swift"
        self.assert_clean({path: "import BellhopModel\nimport Testing\n@testable import BellhopCore\n"}, subject)
        self.assert_found("may not import CSQLite", {path: "import CSQLite\n"}, subject)


class ManifestsTest(CheckTest):
    check = manifests

    def test_a_target_without_a_row_is_found(self):
        self.assert_found("BellhopNew has no row", {}, library("BellhopNew"))

    def test_a_manifest_may_not_allow_more_than_the_row(self):
        self.assert_found("declares CSQLite", {}, library("BellhopServer", "CSQLite"))

    def test_tests_and_benchmarks_need_no_row(self):
        self.assert_clean({}, tests("BellhopModelTests"), library("Bench", "CSQLite", folder="Server/Benchmarks"))


class TableTest(CheckTest):
    def test_the_modules_of_programs_are_complete(self):
        linked, more = set(), {"bellhop", "bellhop-hook"}
        while more:
            linked |= more
            more = {name for target in more for name in layers.TABLE[target].split() if name in layers.TABLE} - linked
        self.assertEqual(layers.ESSENTIAL, linked)

    def test_every_row_is_above_the_rows_that_use_it(self):
        seen = set()
        for target, row in layers.TABLE.items():
            ours = set(row.split()) & layers.TABLE.keys()
            self.assertLessEqual(ours, seen, f"{target} names a target from below its row")
            seen.add(target)

    def test_reserved_modules_have_one_owner(self):
        commands = ["BellhopTerminal", "BellhopHook", "BellhopCLI"]
        for module, owners in [
            ("CSQLite", ["BellhopSQLite"]), ("CPostgres", ["BellhopPostgres"]), ("Hummingbird", ["BellhopServer"]),
            ("FoundationNetworking", ["BellhopSystem", "BellhopApple"]), ("ArgumentParser", commands),
        ]:
            self.assertEqual(owners, [target for target, row in layers.TABLE.items() if module in row.split()])
