"""The page of the API at /docs."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from .case import ConsoleCase
from .test_views import AUDIT


class Docs(ConsoleCase):
    def opened(self, **options) -> Page:
        page = self.profile(**options).page
        page.goto(f"{self.server.url}/docs")
        expect(page.get_by_role("heading", name="Get a key")).to_be_visible()
        return page

    def test_search_filters_operations_and_fields(self):
        page = self.opened()
        search, found = page.get_by_label("Search operations and fields"), page.locator("#found")
        operations = page.locator("#contents li:visible")
        total = operations.count()
        page.keyboard.press("/")
        expect(search).to_be_focused()
        page.keyboard.type("expires_in")
        expect(found).to_have_text("5 fields")
        expect(page.locator("#AskRequest tbody tr:visible")).to_have_count(2)
        expect(page.locator("#createAsk")).to_be_hidden()
        expect(page.locator("#quick-start")).to_be_hidden()
        self.assertEqual(page.evaluate("[...CSS.highlights.get('found')].every((range) => range.toString() === 'expires_in')"), True)
        search.fill("POST pairings")
        expect(found).to_have_text("1 operation")
        expect(page.locator("article:visible")).to_have_count(1)
        expect(operations).to_have_count(1)
        search.fill("no such thing")
        expect(found).to_have_text("Nothing found")
        page.keyboard.press("Escape")
        expect(search).to_have_value("")
        expect(found).to_have_text("")
        expect(operations).to_have_count(total)
        # A link to a hidden part ends the search.
        search.fill("ask_paused")
        page.locator("#createAsk").get_by_role("link", name="AskRequest").click()
        expect(search).to_have_value("")
        expect(page.locator("#AskRequest")).to_be_in_viewport()

    def test_the_copied_quick_start_works(self):
        page = self.opened()
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        steps = page.locator(".steps li")
        copied = []
        for step in steps.all():
            step.get_by_role("button").click()
            expect(step.get_by_role("button")).to_have_text("Copied")
            copied.append(page.evaluate("navigator.clipboard.readText()"))
        expect(page.locator("#copied")).to_have_text("Copied")
        self.assertIn(f"export BELLHOP_URL={self.server.url}", copied[0])
        self.assertEqual(copied[1], steps.nth(1).locator("pre").text_content())
        body = json.loads(copied[1].split("-d '")[1].removesuffix("'"))
        self.assertEqual(self.server.call("POST", "/v1/notifications", body, self.server.agent_key)["title"], body["title"])

    def test_copying_without_a_clipboard_uses_the_selection(self):
        page = self.opened()
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('denied')); }")
        step = page.locator(".steps li").nth(1)
        step.get_by_role("button").click()
        expect(page.locator("#copied")).not_to_have_text("")
        self.assertEqual(page.evaluate("getSelection().toString()").strip(), step.locator("pre").text_content())

    def test_a_phone_begins_with_the_content(self):
        page = self.opened(viewport={"width": 390, "height": 844}, has_touch=True)
        menu, contents = page.get_by_role("button", name="Contents"), page.get_by_role("navigation", name="Contents")
        expect(contents).to_be_hidden()
        expect(page.get_by_role("heading", name="Bellhop API")).to_be_in_viewport()
        self.assertEqual(page.evaluate(AUDIT), [])
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 390)
        menu.click()
        expect(contents).to_be_visible()
        expect(menu).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("Escape")
        expect(contents).to_be_hidden()
        expect(menu).to_be_focused()
        menu.click()
        contents.locator("a[href='#createAsk']").click()
        expect(contents).to_be_hidden()
        expect(page.locator("#createAsk h3")).to_be_in_viewport()
        # Rows are displayed as blocks, and remain rows of a table.
        expect(page.locator("#createAsk").get_by_role("rowheader", name="Idempotency-Key")).to_be_visible()

    def test_everything_is_readable_without_scripts(self):
        for width in (1280, 390):
            with self.subTest(width=width):
                page = self.opened(viewport={"width": width, "height": 844}, java_script_enabled=False)
                expect(page.get_by_label("Search operations and fields")).to_be_hidden()
                expect(page.locator("#createAsk")).to_be_visible()
                expect(page.get_by_role("navigation", name="Contents")).to_be_visible()
                expect(page.get_by_role("heading", name="Bellhop API")).to_be_in_viewport()
