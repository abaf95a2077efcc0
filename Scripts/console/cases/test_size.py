"""The size of the page, and the number of elements of long lists. `make bench` measures times."""

from __future__ import annotations

from playwright.sync_api import expect

from ..long_lists import LOAD, SIZES, serve_asks, serve_history
from .case import ConsoleCase

#: The maximum number of rows that have elements.
ROWS = 60


class Size(ConsoleCase):
    def test_few_rows_of_a_long_list_of_asks_have_elements(self):
        profile = self.profile()
        page = profile.page
        serve_asks(page, 10_000)
        self.login(profile)
        expect(page.locator(".pane-note")).to_have_text("10,000 pending")
        self.assertLess(page.locator(".row").count(), ROWS)
        page.keyboard.press("j")
        page.keyboard.press("End")
        expect(page.locator(".row.is-active")).to_have_attribute("aria-posinset", "10000")
        self.assertLess(page.locator(".row").count(), ROWS)

    def test_few_rows_of_a_long_history_have_elements(self):
        profile = self.profile()
        page = profile.page
        serve_history(page, 5000)
        self.login(profile)
        page.get_by_role("link", name="History").first.click()
        expect(page.locator(".row").first).to_be_visible()
        page.evaluate(LOAD, 5000)
        page.locator(".rows").evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
        expect(page.locator(".row[aria-posinset='5000']")).to_be_visible()
        self.assertLess(page.locator(".row").count(), ROWS)

    def test_the_page_is_small(self):
        page = self.login(self.profile())
        expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
        sizes = page.evaluate(SIZES)
        self.notes.append(f"{len(sizes)} files with {sum(sizes) / 1000:.1f} kB")
        self.assertGreater(len(sizes), 10)
        self.assertLess(sum(sizes), 100_000)
