"""`bellhop setup` in the settings of agents that rewrite them."""

from __future__ import annotations

import json

from waiting import until

from .case import ENTER, ClaudeCase, CodexCase


class ClaudeSetupTest(ClaudeCase):
    def test_removal_gives_the_settings_back_as_they_were(self):
        settings = self.bench.settings_of("claude")
        before = self.claude.original
        self.assertNotEqual(before, settings.read_bytes())
        terminal = self.start(self.model.play("hello", [self.model.text("Hello.")]))
        terminal.wait("Hello")
        self.bench.bellhop("setup", "claude", "--remove")
        self.assertEqual(before, settings.read_bytes())

    def test_removal_takes_out_its_own_entries_after_claude_rewrote_the_settings(self):
        """Claude Code writes a chosen theme to its settings, in its own layout."""
        settings = self.bench.settings_of("claude")
        terminal = self.start(self.model.play("hello", [self.model.text("Hello.")]))
        terminal.wait("Hello")
        terminal.enter("/theme")
        terminal.wait("Light mode")
        terminal.press("\x1b[B")
        terminal.press(ENTER)
        until(lambda: "theme" in settings.read_text(), "Claude Code to write its settings")
        kept = {key: value for key, value in json.loads(settings.read_text()).items() if key != "hooks"}
        self.bench.bellhop("setup", "claude", "--remove")
        self.assertEqual(kept, json.loads(settings.read_text()))

    def test_the_doctor_finds_nothing_wrong_with_a_set_up_agent(self):
        said = self.bench.bellhop("doctor", "--no-round-trip", check=False).stdout
        # It warns because the tool is in a build folder.
        self.assertRegex(said, r"(?m)^(ok|warn) +claude +.*(bellhop-hook|hooks)")
        self.assertNotRegex(said, r"(?m)^FAIL +claude")


class CodexSetupTest(CodexCase):
    def test_removal_leaves_no_hook_behind(self):
        hooks = self.bench.settings_of("codex")
        self.assertTrue(hooks.exists())
        terminal = self.start(self.model.play("hello", [self.model.text("Hello.")]))
        terminal.wait("Hello")
        trusted = (self.bench.home / ".codex" / "config.toml").read_text()
        self.assertIn("trusted_hash", trusted)
        said = self.bench.bellhop("doctor", "--no-round-trip", check=False).stdout
        self.assertRegex(said, r"(?m)^(ok|warn) +codex ")
        self.assertNotIn("trust", said)
        self.bench.bellhop("setup", "codex", "--remove")
        self.assertFalse(hooks.exists())
        self.assertEqual(trusted, (self.bench.home / ".codex" / "config.toml").read_text())
