"""Tests of Scripts/setup on incomplete machines, with fake tools that record their calls."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SETUP = Path(__file__).resolve().parent.parent / "setup"
NEEDED = ["bash", "env", "sed", "head", "sort", "printf", "uname"]


class SetupTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.bin = self.folder / "bin"
        self.include = self.folder / "include"
        self.calls = self.folder / "calls"
        self.bin.mkdir()
        self.include.mkdir()
        for tool in NEEDED:
            if found := shutil.which(tool):
                (self.bin / tool).symlink_to(found)
        self.stand_in("swift", 'echo "Swift version 6.3.1 (swift-6.3.1-RELEASE)"')
        for tool in ["python3", "git"]:
            self.stand_in(tool, "true")
        for header in ["sqlite3.h", "zlib.h"]:
            (self.include / header).touch()

    def stand_in(self, name: str, body: str):
        file = self.bin / name
        file.write_text(f"#!{shutil.which('bash')}\n{body}\n")
        file.chmod(0o755)

    def note(self, name: str):
        self.stand_in(name, f'echo "{name} $*" >> "{self.calls}"')

    def run_setup(self, *arguments: str, user: int = 0, system: str = "Linux"):
        self.stand_in("id", f"echo {user}")
        result = subprocess.run(
            [str(SETUP), *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
            env={"PATH": str(self.bin), "BELLHOP_INCLUDE": str(self.include), "BELLHOP_SYSTEM": system},
        )
        return result.returncode, result.stderr, self.calls.read_text() if self.calls.exists() else ""

    def test_it_is_silent_when_all_tools_are_installed(self):
        self.note("apt-get")
        self.assertEqual((0, "", ""), self.run_setup())

    def test_python_without_environments_is_not_enough(self):
        self.stand_in("python3", "exit 1")
        code, said, _ = self.run_setup("--check")
        self.assertEqual(1, code)
        self.assertIn("missing: python3-venv (", said)

    def test_the_python_that_comes_with_a_mac_may_be_too_old(self):
        self.assertEqual(0, self.run_setup("--check", system="Darwin")[0])
        self.stand_in("python3", "exit 1")
        code, said, _ = self.run_setup("--check", system="Darwin")
        self.assertEqual(1, code)
        self.assertIn("missing: python (", said)

    def test_postgresql_is_required_on_request_only(self):
        self.stand_in("initdb", "true")
        self.assertEqual(0, self.run_setup("--check")[0])
        code, said, _ = self.run_setup("--check", "--postgres")
        self.assertEqual(1, code)
        self.assertIn("missing: pkg-config (", said)
        self.assertIn("missing: libpq-dev (", said)
        self.stand_in("pkg-config", "true")
        self.assertEqual((0, "", ""), self.run_setup("--check", "--postgres"))

    def test_browsers_are_required_on_request_only(self):
        self.assertEqual(0, self.run_setup("--check")[0])
        code, said, _ = self.run_setup("--check", "--browser")
        self.assertEqual(1, code)
        for package in ("chromium", "firefox-esr", "openssl"):
            self.assertIn(f"missing: {package} (", said)
        for tool in ("google-chrome", "firefox", "openssl"):
            self.stand_in(tool, "true")
        self.assertEqual((0, "", ""), self.run_setup("--check", "--browser"))

    def test_an_unknown_argument_is_refused(self):
        code, said, _ = self.run_setup("--chekc")
        self.assertEqual(64, code)
        self.assertIn("--chekc", said)

    def test_without_python_its_environments_are_missing_too(self):
        (self.bin / "python3").unlink()
        _, said, _ = self.run_setup("--check")
        self.assertIn("missing: python3 (", said)
        self.assertIn("missing: python3-venv (", said)

    def test_it_installs_what_is_missing_and_says_why(self):
        self.note("apt-get")
        (self.include / "sqlite3.h").unlink()
        code, said, calls = self.run_setup()
        self.assertEqual(0, code)
        self.assertIn("missing: libsqlite3-dev (the server stores everything in SQLite)", said)
        self.assertIn("install -y --no-install-recommends libsqlite3-dev\n", calls)

    def test_without_root_it_goes_through_sudo_and_never_waits_for_a_password(self):
        self.note("apt-get")
        self.note("sudo")
        (self.include / "zlib.h").unlink()
        code, _, calls = self.run_setup(user=1000)
        self.assertEqual(0, code)
        self.assertTrue(all(line.startswith("sudo -n ") for line in calls.splitlines()), calls)

    def test_without_root_and_sudo_it_says_the_command(self):
        self.note("apt-get")
        (self.include / "zlib.h").unlink()
        code, said, calls = self.run_setup(user=1000)
        self.assertEqual((1, ""), (code, calls))
        self.assertIn("apt-get install zlib1g-dev", said)

    def test_checking_installs_nothing(self):
        self.note("apt-get")
        (self.include / "zlib.h").unlink()
        code, said, calls = self.run_setup("--check")
        self.assertEqual((1, ""), (code, calls))
        self.assertIn("zlib1g-dev", said)

    def test_without_a_package_manager_it_names_the_packages(self):
        (self.include / "zlib.h").unlink()
        code, said, _ = self.run_setup()
        self.assertEqual(1, code)
        self.assertIn("neither apt-get nor brew", said)

    def test_an_old_swift_is_refused_with_an_explanation(self):
        for version, code in [("5.10.1", 1), ("6.1", 1), ("6.2", 0), ("6.10", 0), ("7.0-dev", 0)]:
            with self.subTest(version):
                self.stand_in("swift", f'echo "Apple Swift version {version} (swiftlang)"')
                result, said, _ = self.run_setup()
                self.assertEqual(code, result)
                self.assertEqual(bool(code), "https://www.swift.org/install" in said)

    def test_a_missing_swift_is_reported(self):
        (self.bin / "swift").unlink()
        code, said, _ = self.run_setup()
        self.assertEqual(1, code)
        self.assertIn("no working 'swift'", said)
