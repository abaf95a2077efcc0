"""What Scripts/fuzz-api sends to which routes, and what it says when it cannot."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import environments
from fuzz import plan

REQUIREMENTS = Path(plan.__file__).parent / "requirements.txt"

DOCUMENT = {
    "paths": {
        "/asks": {"post": {"operationId": "createAsk", "security": [{"key": ["agent"]}]}},
        "/keys": {"get": {"operationId": "listKeys", "security": [{"key": ["admin"]}]}},
        "/devices": {"get": {"operationId": "listDevices", "security": [{"key": ["agent"]}, {"key": ["device"]}]}},
        "/register": {"post": {"operationId": "registerDevice", "security": [{}, {"key": []}]}},
        "/healthz": {"get": {"operationId": "health", "security": []}},
    }
}


class PlanTest(unittest.TestCase):
    def passes(self, role: str) -> dict:
        return dict(plan.passes(DOCUMENT, role, "KEY", 20, 1))

    def test_the_exact_pass_leaves_out_the_routes_of_other_roles(self):
        for role, foreign in [
            ("agent", '["listKeys"]'),
            ("device", '["createAsk", "health", "listKeys", "registerDevice"]'),
            ("admin", '["createAsk", "health", "listDevices", "registerDevice"]'),
        ]:
            with self.subTest(role):
                self.assertIn(f"include-operation-id = {foreign}\nenabled = false", self.passes(role)["exact"])

    def test_the_wild_pass_sends_everything_everywhere(self):
        wild = self.passes("device")["wild"]
        self.assertNotIn("\nenabled = false\n\n[[operations]]", wild)
        self.assertIn('codec = "utf-8"', wild)
        self.assertIn("allow-x00 = true", wild)

    def test_every_route_is_tested_exactly_with_some_key(self):
        for path in DOCUMENT["paths"].values():
            for operation in path.values():
                self.assertTrue(any(plan._is_of(operation, role) for role in plan.ROLES), operation)

    @unittest.skipIf(sys.version_info < (3, 11), "tomllib came with 3.11")
    def test_the_configuration_can_be_read(self):
        import tomllib

        for role in plan.ROLES:
            for config in self.passes(role).values():
                self.assertEqual("Bearer KEY", tomllib.loads(config)["headers"]["Authorization"])


class EnvironmentTest(unittest.TestCase):
    def test_without_environments_it_says_what_to_install(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            with mock.patch.object(environments.sys, "executable", shutil.which("false")):
                with self.assertRaisesRegex(environments.Unavailable, "install python3-venv"):
                    environments.environment(Path(folder) / "cache", REQUIREMENTS, "schemathesis")

    def test_every_requirement_is_pinned(self):
        for line in REQUIREMENTS.read_text().splitlines():
            self.assertRegex(line, r"^[\w.-]+==[\w.]+$")


if __name__ == "__main__":
    unittest.main()
