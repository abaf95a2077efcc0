"""Responses and events that arrive in another order than the changes that they report."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from waiting import until

from .case import ConsoleCase

LIST = "**/v1/asks?state=pending*"
#: Reads the list of pending asks again.
WAKE = "document.dispatchEvent(new Event('visibilitychange'))"


class Order(ConsoleCase):
    def hold(self, page: Page) -> list[tuple[Route, object]]:
        """Reads the lists of asks from the server, and holds their responses."""
        held: list[tuple[Route, object]] = []

        def read(route: Route) -> None:
            held.append((route, route.fetch()))

        page.route(LIST, read)
        return held

    def hold_one(self, page: Page, held: list) -> None:
        count = len(held)
        page.evaluate(WAKE)
        until(lambda: (page.evaluate("1"), len(held) > count)[1], "the list is requested")

    def release(self, page: Page, held: list) -> None:
        """Delivers the held response, and waits until the page has used it."""
        route, response = held.pop(0)
        with page.expect_response(LIST):
            route.fulfill(response=response)
        page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))")

    def test_more_asks_than_a_page_are_listed_once(self):
        for number in range(201):
            self.server.command(f"echo {number}")
        page = self.profile().page
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url) if "/v1/asks?" in request.url else None)
        page.goto(self.link)
        expect(page.locator(".pane-note")).to_have_text("201 pending")
        self.is_live(page)
        expect(page.locator(".row").first).to_have_attribute("aria-setsize", "201")
        page.keyboard.press("j")
        page.keyboard.press("End")
        expect(page.locator(".row.is-active")).to_contain_text("echo 0")
        # The list is read at the start, and again with the first connection.
        page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))")
        self.assertLessEqual(len(requests), 4)

    def test_an_ask_that_arrives_during_a_refresh_stays(self):
        _, page = self.paired()
        held = self.hold(page)
        self.hold_one(page, held)
        self.server.command("make deploy")
        expect(page.locator(".row")).to_contain_text("make deploy")
        self.release(page, held)
        expect(page.locator(".row")).to_contain_text("make deploy")

    def test_an_answered_ask_does_not_become_pending_again(self):
        _, page = self.paired()
        ask = self.server.command("make deploy")
        self.open(page, ask)
        expect(page.locator("[data-role=approve]")).to_be_enabled()
        self.is_live(page)
        held = self.hold(page)
        self.hold_one(page, held)
        page.locator("[data-role=approve]").click()
        expect(page.locator(".decision")).to_contain_text("Approved on this browser")
        self.release(page, held)
        expect(page.locator(".pane-note")).to_have_text("")
        expect(page.locator(".row")).to_contain_text("Approved")
        expect(page.locator("[data-role=approve]")).to_have_count(0)

    def test_an_older_list_does_not_replace_a_newer_one(self):
        _, page = self.paired()
        # Without events, only the lists decide.
        page.add_init_script("window.WebSocket = class { readyState = 0; close() {} }")
        first = self.server.command("make deploy")
        page.reload()
        expect(page.locator(".row")).to_contain_text("make deploy")
        held = self.hold(page)
        self.hold_one(page, held)
        self.server.command("make clean")
        self.server.call("DELETE", f"/v1/asks/{first['id']}", key=self.server.agent_key)
        self.hold_one(page, held)
        held.reverse()
        self.release(page, held)
        expect(page.locator(".row").first).to_contain_text("make clean")
        expect(page.locator(".pane-note")).to_have_text("1 pending")
        self.release(page, held)
        expect(page.locator(".row").first).to_contain_text("make clean")
        expect(page.locator(".pane-note")).to_have_text("1 pending")
