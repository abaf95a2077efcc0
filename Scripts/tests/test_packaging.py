"""Tests of Packaging and Scripts/package, with fake programs."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

from packaging.debian import dependencies
from packaging.files import excerpt
from packaging.manual import pages

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGING = ROOT / "Packaging"


def argument(kind: str, *names: str, **more) -> dict:
    """An argument as in the dumped help."""
    listed = [{"kind": "short" if len(name) == 1 else "long", "name": name} for name in names]
    named = {"names": listed, "preferredName": listed[-1]} if listed else {}
    return {"kind": kind, "isOptional": bool(listed), "isRepeating": not listed, **named, **more}


OPTION = argument("option", "p", "port", valueName="port", abstract="The port – see `serve`.", defaultValue="8787")
HIDDEN = argument("flag", "secret", shouldDisplay=False)
FILES = argument("positional", valueName="file", abstract=".hidden 'files'")
TOOL = {
    "commandName": "bellhop", "abstract": "Push.", "discussion": "Start.\n\n  bellhop serve \\\n  now",
    "arguments": [argument("flag", "help", abstract="Show help.")],
    "subcommands": [
        {"commandName": "serve", "abstract": "Run it.", "arguments": [OPTION, HIDDEN, argument("flag", "help")]},
        {"commandName": "keys", "abstract": "Keys.", "subcommands": [
            {"commandName": "list", "abstract": "List keys.", "arguments": [FILES]}]},
        {"commandName": "hook", "abstract": "Hook."},
        {"commandName": "help", "abstract": "Help."},
    ],
}
HOOK = {"commandName": "bellhop-hook", "abstract": "Runs as a hook.", "arguments": [OPTION]}


def require(program: str) -> None:
    if shutil.which(program) is None:
        print(f"'{program}' is not installed, so its tests of the packages are skipped.", file=sys.stderr)
        raise unittest.SkipTest(f"{program} is not installed")


def run(*command: str | Path, **options) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, **options)


class FolderTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)


class UnitTest(FolderTest):
    def setUp(self):
        super().setUp()
        require("systemd-analyze")
        self.unit = self.folder / "bellhop.service"
        # The program of the test machine's package may be missing.
        self.unit.write_text((PACKAGING / "bellhop.service").read_text().replace("/usr/bin/bellhop", shutil.which("true")))

    def test_systemd_finds_no_mistake_in_the_unit(self):
        done = run("systemd-analyze", "verify", "--man=no", self.unit)
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_the_service_has_few_rights(self):
        done = run("systemd-analyze", "security", "--offline=true", "--threshold=15", self.unit)
        if "unrecognized option" in done.stderr or "Unknown" in done.stderr:
            self.skipTest("this systemd-analyze cannot read units of other machines")
        self.assertEqual(0, done.returncode, done.stdout[-400:])


class ManualTest(FolderTest):
    def test_each_command_has_a_page_with_its_options(self):
        found = pages(TOOL, HOOK, "1.2.3")
        self.assertEqual(["bellhop-hook.1", "bellhop-keys.1", "bellhop-serve.1", "bellhop.1"], sorted(found))
        self.assertIn("\\fB\\-p\\fR, \\fB\\-\\-port\\fR \\fIport\\fR\n", found["bellhop-serve.1"])
        self.assertNotIn("secret", found["bellhop-serve.1"])
        self.assertIn("\n.SS bellhop keys list\n", found["bellhop-keys.1"])
        self.assertIn("\\fBbellhop serve\\fR\nRun it.", found["bellhop.1"])
        self.assertNotIn("bellhop help", found["bellhop.1"])

    def test_text_contains_no_request_of_roff(self):
        page = pages(TOOL, HOOK, "1.2.3")["bellhop-keys.1"]
        self.assertIn("\\&.hidden \\(aqfiles\\(aq\n", page)
        self.assertTrue(all(page.isascii() for page in pages(TOOL, HOOK, "1.2.3").values()))

    def test_groff_formats_the_pages_without_warnings(self):
        require("groff")
        for name, text in pages(TOOL, HOOK, "1.2.3").items():
            with self.subTest(name):
                (self.folder / name).write_text(text)
                done = run("groff", "-man", "-ww", "-Tutf8", "-z", self.folder / name)
                self.assertEqual((0, ""), (done.returncode, done.stderr))


class PackageTest(FolderTest):
    def setUp(self):
        super().setUp()
        self.built = self.folder / "built"
        self.built.mkdir()
        for name, command in [("bellhop", TOOL), ("bellhop-hook", HOOK)]:
            (self.built / f"{name}.json").write_text(json.dumps({"command": command}))
            program = self.built / name
            program.write_text(
                '#!/bin/sh\ncase "$1" in\n--version) echo 1.2.3 ;;\n'
                '--experimental-dump-help) cat "$0.json" ;;\n--generate-completion-script) echo "$2 of $0" ;;\n'
                "*) exit 1 ;;\nesac\n")
            program.chmod(0o755)

    def make(self) -> list[Path]:
        done = run(ROOT / "Scripts/package", "--built", self.built, "--into", self.folder / "dist")
        self.assertEqual(0, done.returncode, done.stderr)
        return [Path(line) for line in done.stdout.splitlines()]

    def test_the_archive_has_programs_pages_completions_and_license(self):
        archive = next(path for path in self.make() if path.name.endswith(".tar.gz"))
        self.assertRegex(archive.name, r"^bellhop-1\.2\.3-\w+-\w+\.tar\.gz$")
        top = archive.name.removesuffix(".tar.gz")
        with tarfile.open(archive) as tar:
            members = {member.name.removeprefix(f"{top}/"): member for member in tar.getmembers()}
            unit = tar.extractfile(members["lib/systemd/system/bellhop.service"]).read().decode()
            readme = tar.extractfile(members["README.md"]).read().decode()
        for name in [
            "bin/bellhop", "bin/bellhop-hook", "share/man/man1/bellhop-serve.1.gz", "LICENSE", "NOTICE",
            "share/bash-completion/completions/bellhop", "share/zsh/vendor-completions/_bellhop",
            "share/fish/vendor_completions.d/bellhop.fish",
        ]:
            self.assertIn(name, members)
        self.assertEqual(0o755, members["bin/bellhop"].mode)
        self.assertEqual({(0, 0)}, {(member.uid, member.gid) for member in members.values()})
        self.assertIn("ExecStart=/usr/local/bin/bellhop serve", unit)
        self.assertNotIn("](", readme)

    def test_the_debian_package_has_the_right_files_and_modes(self):
        require("dpkg-deb")
        package = next(path for path in self.make() if path.suffix == ".deb")
        rows = [line.split() for line in run("dpkg-deb", "--contents", package).stdout.splitlines()]
        modes = {row[5].removeprefix("."): row[0] for row in rows}
        self.assertEqual({"root/root"}, {row[1] for row in rows})
        for name, mode in modes.items():
            expected = "drwxr-xr-x" if name.endswith("/") else "-rwxr-xr-x" if "/bin/" in name else "-rw-r--r--"
            self.assertEqual(expected, mode, name)
        for name in [
            "/usr/bin/bellhop", "/usr/lib/systemd/system/bellhop.service", "/usr/lib/sysusers.d/bellhop.conf",
            "/etc/bellhop/server.conf", "/usr/share/doc/bellhop/copyright", "/usr/share/doc/bellhop/changelog.gz",
            "/usr/share/man/man1/bellhop.1.gz",
        ]:
            self.assertIn(name, modes)
        self.assertIn("Version: 1.2.3\n", run("dpkg-deb", "--field", package).stdout)
        control = self.folder / "control"
        run("dpkg-deb", "--control", package, control)
        self.assertEqual("/etc/bellhop/server.conf\n", (control / "conffiles").read_text())
        for script in ["postinst", "prerm", "postrm"]:
            self.assertEqual(0, run("sh", "-n", control / script).returncode, script)
        run("dpkg-deb", "--extract", package, self.folder / "root")
        done = run("md5sum", "--check", "--quiet", control / "md5sums", cwd=self.folder / "root")
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        page = gzip.decompress((self.folder / "root/usr/share/man/man1/bellhop.1.gz").read_bytes()).decode()
        self.assertTrue(page.startswith(".TH BELLHOP 1 "))

    def test_a_missing_program_is_named(self):
        (self.built / "bellhop-hook").unlink()
        done = run(ROOT / "Scripts/package", "--built", self.built, "--into", self.folder / "dist")
        self.assertEqual((1, f"package: There is no {self.built}/bellhop-hook.\n"), (done.returncode, done.stderr))

    def test_scripts_link_no_library(self):
        self.assertEqual([], dependencies([self.built / "bellhop"]))

    def test_the_libraries_of_a_program_are_found(self):
        require("dpkg-shlibdeps")
        self.assertTrue(any(it.startswith("libc6 ") for it in dependencies([Path(shutil.which("dpkg-deb")).resolve()])))

    def test_the_excerpt_of_the_readme_has_no_links(self):
        text = excerpt("# A\n\n**B.**\n\n<img>\n\n## Overview\n\nSee [c](d.md).\n\n## Other\n")
        self.assertTrue(text.startswith("# A\n\n**B.**\n\n## Overview\n\nSee c.\n\n"), text)


class ExamplesTest(unittest.TestCase):
    def read(self, name: str) -> str:
        return (PACKAGING / name).read_text()

    def test_the_container_is_built_with_the_flags_of_the_makefile(self):
        flags = re.findall(r"--static-swift-stdlib.*--no-export-dynamic", (ROOT / "Makefile").read_text())
        self.assertEqual(1, len(flags))
        self.assertIn(flags[0], self.read("Containerfile"))

    def test_proxies_wait_longer_than_the_longest_poll(self):
        wait = int(re.search(r"\bwait = (\d+)", (ROOT / "Sources/BellhopModel/API/Limits.swift").read_text()).group(1))
        self.assertGreater(int(re.search(r"proxy_read_timeout (\d+)s", self.read("nginx.conf")).group(1)), wait)
        self.assertNotIn("_timeout", self.read("Caddyfile"))

    def test_proxies_close_idle_connections_before_the_server(self):
        server = (ROOT / "Server/Sources/BellhopServer/BellhopServer.swift").read_text()
        idle = int(re.search(r"idleTimeout: \.seconds\((\d+)\)", server).group(1))
        for name, pattern in [("nginx.conf", r"keepalive_timeout (\d+)s"), ("Caddyfile", r"keepalive (\d+)s")]:
            self.assertLess(int(re.search(pattern, self.read(name)).group(1)), idle, name)

    def test_all_examples_use_the_same_name(self):
        for name in ["Caddyfile", "nginx.conf", "compose.yaml", "compose-cluster.yaml"]:
            self.assertIn("bellhop.example.com", self.read(name))
