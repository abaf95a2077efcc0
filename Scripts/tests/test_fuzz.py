"""Tests of the plan and the messages of Scripts/fuzz-api."""

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
from fuzz import clients, plan

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


class ClientsTest(unittest.TestCase):
    def faults(self, **said: str) -> list[str]:
        """Runs with programs that print the given text; `codegen` writes it as its models."""
        with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()):
            folder = Path(name)
            models = said.pop("codegen", "")
            for program in ["openapi-spec-validator", "datamodel-codegen", "openapi-python-client", "python"]:
                script = folder / program
                script.write_text(f"#!/bin/sh\n{said.get(program.replace('-', '_'), ':')}\n")
                script.chmod(0o755)
            (folder / "models.py").write_text(models)
            return clients.faults(folder, folder / "openapi.json", folder, "http://localhost", "KEY")

    def test_generators_that_say_nothing_are_content(self):
        self.assertEqual([], self.faults(codegen="class User(BaseModel):\n"))

    def test_a_warning_and_a_failure_are_named(self):
        self.assertEqual(["openapi-python-client"], self.faults(openapi_python_client="echo 'Warning: no name' >&2"))
        self.assertEqual(["openapi-spec-validator"], self.faults(openapi_spec_validator="exit 1"))

    def test_a_numbered_name_is_a_fault(self):
        self.assertEqual(["datamodel-codegen had to number State2"], self.faults(codegen="class State2(Enum):\n"))


class EnvironmentTest(unittest.TestCase):
    requirements = sorted(Path(__file__).resolve().parent.parent.glob("*/requirements.txt"))

    def test_without_environments_it_says_what_to_install(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            with mock.patch.object(environments.sys, "executable", shutil.which("false")):
                with self.assertRaisesRegex(environments.Unavailable, "install python3-venv"):
                    environments.environment(Path(folder) / "cache", self.requirements[0], "a tool")

    def test_every_requirement_is_pinned(self):
        self.assertEqual(["agents", "benchmarks", "console", "fuzz", "pictures"], [path.parent.name for path in self.requirements])
        for path in self.requirements:
            for line in path.read_text().splitlines():
                self.assertRegex(line, r"^[\w.-]+==[\w.]+$")


if __name__ == "__main__":
    unittest.main()
