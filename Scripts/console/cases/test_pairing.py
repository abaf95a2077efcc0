"""Pairing of browsers to which nothing can be pushed."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import threading

from playwright.sync_api import expect

from waiting import until

from ..browser import Profile
from ..server import LINK
from .case import ConsoleCase

#: The person does not allow notifications, until they change their mind.
UNDECIDED = """
Object.defineProperty(Notification, "permission", { get: () => (localStorage.allows ? "granted" : "default") });
Notification.requestPermission = async () => Notification.permission;
"""


class Pairing(ConsoleCase):
    def test_a_browser_without_push_messages_is_a_device(self):
        profile = self.profile()
        profile.context.add_init_script(UNDECIDED)
        page = self.login(profile)
        page.goto(f"{self.server.url}/pair")
        expect(page.get_by_role("button", name="Pair without push messages")).to_be_hidden()
        page.get_by_role("button", name="Pair this browser").click()
        expect(page.locator(".callout")).to_contain_text("did not allow notifications")
        page.get_by_role("button", name="Pair without push messages").click()
        expect(page.get_by_role("heading", name="This browser is paired")).to_be_visible()
        device, = self.server.call("GET", "/v1/devices")["items"]
        self.assertEqual(device["inactivation"]["cause"], "no_subscription")

        page.goto(f"{self.server.url}/")
        self.is_live(page)
        command = self.server.begin("ask", "Deploy to production?", "--timeout", "60")
        self.addCleanup(command.kill)
        expect(page.locator(".row")).to_contain_text("Deploy to production?")
        expect(page.locator("[data-role=approve]")).to_be_enabled()
        page.keyboard.press("a")
        page.keyboard.press("Enter")
        expect(page.locator(".decision")).to_contain_text("Approved on this browser")
        _, errors = command.communicate(timeout=30)
        self.assertEqual(command.returncode, 0, errors)

        banner = page.locator(".banner").filter(has_text="Nothing is pushed to this browser")
        page.evaluate("localStorage.allows = 'yes'")
        banner.get_by_role("button", name="Turn on").click()
        expect(banner).to_have_count(0)
        device, = self.server.call("GET", "/v1/devices")["items"]
        self.assertEqual(device["state"], "active")

    def test_the_ask_of_the_demo_is_approved_in_a_browser(self):
        demo, output = self.in_terminal("demo")
        link = until(lambda: re.search(r"http://127\.0\.0\.1:\d+/pair#pair=[\w-]+", "".join(output)), "the demo prints a link")[0]

        profile = Profile(self.browser, link.partition("/pair")[0])
        self.addCleanup(lambda: self.assertEqual(profile.problems, []))
        self.addCleanup(profile.close)
        page = profile.page
        page.goto(link)
        page.get_by_role("button", name="Pair without push messages").click()
        page.get_by_role("link", name="Go to the inbox").click()
        page.locator(".row").filter(has_text="Bash").click()
        expect(page.locator("[data-role=approve]")).to_be_enabled()
        page.locator("[data-role=approve]").click()
        expect(page.locator(".decision")).to_contain_text("Approved on this browser")
        self.assertEqual(demo.wait(timeout=30), 0)
        until(lambda: "Approved: the agent goes on" in "".join(output), "the demo prints its end")
        text = "".join(output)
        self.assertIn('"behavior":"allow"', text)
        # Nothing but the ask is on the phones.
        self.assertNotIn("recovery", text.lower())

    def test_a_server_in_a_terminal_prints_a_link_that_logs_in(self):
        _, output = self.in_terminal("serve", "--port", "0", "--data", str(self.folder / "other"))
        link = until(lambda: LINK.search("".join(output)), "the server prints a link")[0]
        profile = Profile(self.browser, link.partition("#")[0].rstrip("/"))
        self.addCleanup(lambda: self.assertEqual(profile.problems, []))
        self.addCleanup(profile.close)
        self.login(profile, link)
        expect(profile.page.get_by_role("heading", name="Inbox")).to_be_visible()

    def in_terminal(self, *arguments: str) -> tuple[subprocess.Popen, list[str]]:
        """Starts a command in a pseudo-terminal. Its output is added to the list while it runs."""
        main, terminal = pty.openpty()
        process = subprocess.Popen(
            [self.tool, *arguments], stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
            env=self.server.environment | {"TERM": "dumb", "COLUMNS": "200"})
        os.close(terminal)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        output: list[str] = []
        threading.Thread(target=self._read, args=(main, output), daemon=True).start()
        return process, output

    @staticmethod
    def _read(main: int, output: list[str]) -> None:
        try:
            while chunk := os.read(main, 4096):
                output.append(chunk.decode(errors="replace"))
        except OSError:
            # The other side of a pseudo-terminal is closed.
            os.close(main)
