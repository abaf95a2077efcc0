"""The parts of Scripts/agents that need no agent: scripted models, recorded events, versions, and a run without PyPI."""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import re
import subprocess
import tempfile
import unittest
import urllib.request
from pathlib import Path
from unittest import mock

import environments
from agents import packages, recording
from agents.models.anthropic import AnthropicModel
from agents.models.responses import ResponsesModel

SCRIPTS = Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
#: Events that are set up and that no case brings about.
UNSEEN = {"claude": {"PermissionDenied"}, "codex": {"SubagentStop"}}


def script():
    """Scripts/test-agents as a module."""
    loader = importlib.machinery.SourceFileLoader("test_agents_script", str(SCRIPTS / "test-agents"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class VersionsTest(unittest.TestCase):
    def test_every_requirement_is_pinned(self):
        for line in packages.REQUIREMENTS.read_text().splitlines():
            self.assertRegex(line, r"^[\w.-]+==[\w.]+$")
        for package in packages.NEWEST:
            self.assertIn(package, packages.pins())

    def test_the_document_names_the_versions_that_are_pinned(self):
        named = packages.documented((ROOT / packages.DOCUMENT).read_text())
        pins = packages.pins()
        self.assertEqual({package: pins[package] for package in packages.NEWEST[:4]},
                         {package: pin for package, (_, pin) in named.items()})


class RecordingTest(unittest.TestCase):
    EVENT = {"hook_event_name": "Stop", "session_id": "1", "cwd": "/", "transcript_path": "/me/.claude/projects/1.jsonl"}

    def test_a_known_event_is_no_drift(self):
        self.assertEqual([], list(recording.drift([self.EVENT])))

    def test_new_events_and_fields_are_drift(self):
        new = {**self.EVENT, "mood": "good"}
        self.assertEqual(["claude: Stop has a new field mood"], list(recording.drift([new])))
        other = {"hook_event_name": "Daydream", "turn_id": "1"}
        self.assertEqual(
            ["codex: Daydream is new, with the fields hook_event_name, turn_id"], list(recording.drift([other])))

    def test_events_and_fields_that_are_no_longer_sent_are_reported(self):
        lines = list(recording.missing([self.EVENT]))
        self.assertIn("claude: Stop no longer has stop_hook_active", lines)
        self.assertIn("codex: Interrupt was not sent", lines)
        self.assertFalse([line for line in lines if line.endswith("no longer has cwd")])

    def test_new_fields_of_a_tools_input_are_drift(self):
        event = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls", "as_root": True}}
        self.assertEqual(["claude: PreToolUse of Bash has a new field as_root"], list(recording.drift([event])))

    def test_every_event_that_is_set_up_is_known(self):
        for agent, file in (("claude", "claude-plugin/hooks/hooks.json"), ("codex", "codex/hooks.json")):
            set_up = set(json.loads((ROOT / "Integrations" / file).read_text())["hooks"])
            known = {name for name in recording.known()[agent] if " of " not in name}
            self.assertEqual(UNSEEN[agent], set_up - known)

    def test_the_recorder_keeps_the_input_and_becomes_the_hook(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            real = folder / "real hook"
            real.write_text("#!/bin/sh\necho \"$1 $(cat)\"\n")
            real.chmod(0o755)
            recorder = recording.Recorder(folder / "events")
            recorder.install(folder / "hook", real)
            said = subprocess.run(
                [str(folder / "hook"), "claude"], input=json.dumps(self.EVENT), capture_output=True, text=True, check=True)
            self.assertEqual(f"claude {json.dumps(self.EVENT)}\n", said.stdout)
            self.assertEqual([self.EVENT], recorder.events("Stop"))

    def test_options_stand_behind_the_agents_name(self):
        with tempfile.TemporaryDirectory() as name:
            file = Path(name) / "settings.json"
            for text, wanted in [
                ('{"args": ["claude"]}', '{"args": ["claude", "--wait", "2"]}'),
                ('{"command": "/bin/bellhop-hook claude"}', '{"command": "/bin/bellhop-hook claude --wait 2"}'),
            ]:
                file.write_text(text)
                recording.Recorder.add_options(file, "claude", ["--wait", "2"])
                self.assertEqual(wanted, file.read_text())
            file.write_text("{}")
            with self.assertRaisesRegex(AssertionError, "no hook"):
                recording.Recorder.add_options(file, "claude", ["--wait", "2"])


class ModelsTest(unittest.TestCase):
    def post(self, url: str, body: dict) -> list[dict]:
        """The events of a streamed reply."""
        request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as response:
            return [json.loads(line) for line in re.findall(r"^data: (.*)$", response.read().decode(), re.MULTILINE)]

    def test_claudes_model_takes_its_step_from_the_history(self):
        with AnthropicModel() as model:
            prompt = model.play("two-steps", [model.bash("ls")], [model.text("Second.")])
            body = {"stream": True, "tools": [{"name": "Bash"}], "messages": [{"role": "user", "content": prompt}]}
            first = self.post(f"{model.url}/v1/messages", body)
            call = next(event["content_block"] for event in first if event["type"] == "content_block_start")
            self.assertEqual("Bash", call["name"])
            body["messages"] += [
                {"role": "assistant", "content": [call]},
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call["id"], "content": "a file"}]},
            ]
            second = self.post(f"{model.url}/v1/messages", body)
            self.assertIn("Second.", json.dumps(second))
            self.assertEqual(["a file"], [result.text for result in model.results("two-steps")])

    def test_codex_model_takes_the_tool_that_is_offered(self):
        with ResponsesModel() as model:
            prompt = model.play("one-step", [model.shell("ls")])
            for tool, field in (("exec_command", "cmd"), ("shell_command", "command")):
                body = {"tools": [{"name": tool}], "input": [{"role": "user", "content": prompt}]}
                item = next(event["item"] for event in self.post(f"{model.url}/responses", body) if "item" in event)
                self.assertEqual((tool, "ls"), (item["name"], json.loads(item["arguments"])[field]))

    def test_requests_for_a_title_are_no_turn(self):
        with AnthropicModel() as model:
            prompt = model.play("untitled", [model.bash("ls")])
            self.post(f"{model.url}/v1/messages", {"stream": True, "messages": [{"role": "user", "content": prompt}]})
            self.assertEqual([], model.turns)


class AvailabilityTest(unittest.TestCase):
    def test_a_package_index_out_of_reach_is_told_from_other_failures(self):
        for said, kind in [
            ("ERROR: NewConnectionError: Failed to establish a new connection", environments.Unreachable),
            ("ERROR: No matching distribution found for mcp==0.0.0", environments.Unavailable),
        ]:
            with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()):
                failed = subprocess.CompletedProcess([], 1, "", said)
                with mock.patch.object(environments.subprocess, "run", return_value=failed):
                    with self.assertRaises(environments.Unavailable) as raised:
                        environments.environment(Path(name) / "cache", packages.REQUIREMENTS, "agents")
                self.assertIs(kind, type(raised.exception))

    def test_without_pypi_the_run_is_skipped_and_fails_in_continuous_integration(self):
        module = script()
        problem = environments.Unreachable("no network")
        for ci, code in (("", 0), ("true", 1)):
            said = io.StringIO()
            with mock.patch.object(module, "environment", side_effect=problem), \
                    mock.patch.object(module.os, "access", return_value=True), \
                    mock.patch.dict(os.environ, {"CI": ci}), mock.patch.object(module.sys, "argv", ["test-agents"]), \
                    contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                self.assertEqual(code, module.main())
            self.assertEqual(1, len(said.getvalue().splitlines()))


if __name__ == "__main__":
    unittest.main()
