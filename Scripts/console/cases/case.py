"""The base of all cases: a server, and browser profiles."""

from __future__ import annotations

import shutil
import tempfile
import unittest
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from ..browser import Profile
from ..server import Server

expect.set_options(timeout=20_000)


class ConsoleCase(unittest.TestCase):
    tool: Path
    base: Path
    browser: Browser
    keeps_folders = False
    options: tuple[str, ...] = ("--simulate",)

    def setUp(self) -> None:
        #: Measurements that the run prints.
        self.notes: list[str] = []
        self.folder = Path(tempfile.mkdtemp(dir=self.base, prefix=f"{self._testMethodName}-"))
        if not self.keeps_folders:
            self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.server = self.make_server()
        self.addCleanup(self.server.stop)
        self.link = self.server.start()

    def make_server(self) -> Server:
        return Server(self.tool, self.folder, self.options)

    def profile(self, **options) -> Profile:
        """A new browser profile. The case fails if one of its pages reports an error or calls another host."""
        profile = Profile(self.browser, self.server.url, **options)
        self.addCleanup(lambda: self.assertEqual(profile.problems, []))
        self.addCleanup(profile.close)
        return profile

    def login(self, profile: Profile, link: str | None = None) -> Page:
        page = profile.page
        page.goto(link or self.link)
        expect(page.locator("nav.sidebar, .tabs").first).to_be_attached()
        return page

    def pair(self, page: Page) -> None:
        """Pairs the page's browser with one click, as the first device of the user."""
        page.goto(f"{self.server.url}/pair")
        page.get_by_role("button", name="Pair this browser").click()
        expect(page.get_by_role("heading", name="This browser is paired")).to_be_visible()

    def paired(self) -> tuple[Profile, Page]:
        profile = self.profile()
        page = self.login(profile)
        self.pair(page)
        page.goto(f"{self.server.url}/")
        expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
        self.is_live(page)
        return profile, page

    def is_live(self, page: Page) -> None:
        expect(page.locator(".sidebar .connection")).to_have_text("Live")

    def open(self, page: Page, ask: dict) -> None:
        page.goto(f"{self.server.url}/asks/{ask['id']}")
        expect(page.locator(".detail-title")).to_be_visible()
