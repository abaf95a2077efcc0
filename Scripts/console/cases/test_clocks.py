"""Clocks that are wrong, and tabs that slept."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from .case import ConsoleCase

#: Moves the clock of this device by some milliseconds.
MOVE = "{ const now = Date.now.bind(Date); Date.now = () => now() + %d; }"
DAY = 86_400_000


class Clocks(ConsoleCase):
    def test_a_wrong_clock_changes_neither_ages_nor_deadlines(self):
        for offset in (-DAY, DAY):
            with self.subTest(offset=offset):
                profile = self.profile()
                profile.context.add_init_script(MOVE % offset)
                page = self.login(profile, self.server.login_link())
                ask = self.server.command("make deploy")
                self.open(page, ask)
                expect(page.locator(".detail .countdown")).to_have_text(re.compile(r"^(10:00|9:\d\d) left$"))
                expect(page.locator(".row-meta").first).to_contain_text("now")
                page.goto(f"{self.server.url}/service")
                expect(page.locator(".finding").first).to_contain_text(re.compile(r"differs from this browser's clock by 86[34]\d\d seconds"))

    def test_a_slow_gateway_is_no_difference_of_clocks(self):
        page = self.login(self.profile())

        def diagnose(route: Route) -> None:
            response = route.fetch()
            # The time of the diagnosis precedes its requests to gateways.
            route.fulfill(response=response, json={**response.json(), "time": "2026-01-01T00:00:00.000Z"})

        page.route("**/v1/diagnosis", diagnose)
        page.goto(f"{self.server.url}/service")
        expect(page.locator(".finding").first).to_contain_text("Its clock matches this browser's clock")

    def test_a_tab_that_slept_for_a_day_catches_up(self):
        _, page = self.paired()
        page.clock.install()
        page.reload()
        self.is_live(page)
        self.server.command("make deploy")
        expect(page.locator("[data-role=approve]")).to_be_enabled()
        self.server.stop()
        expect(page.locator(".banner-warning")).to_contain_text("Offline")
        page.clock.fast_forward("24:00:00")
        self.server.start()
        self.server.command("make clean")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        self.is_live(page)
        expect(page.locator(".banner")).to_have_count(0)
        expect(page.locator(".pane-note")).to_have_text("2 pending")
        expect(page.locator(".row-meta").first).to_contain_text("now")
        page.locator(".row", has_text="make deploy").click()
        expect(page.locator(".detail .countdown")).to_have_text(re.compile(r"^(10:00|[89]:\d\d) left$"))
        expect(page.locator(".detail .eyebrow")).to_contain_text("Pending")
        page.locator("[data-role=approve]").click()
        expect(page.locator(".decision")).to_contain_text("Approved on this browser")

    def test_the_banner_names_the_day(self):
        _, page = self.paired()
        page.context.set_offline(True)
        expect(page.locator(".banner-warning")).to_contain_text(re.compile(r"Last updated \d+ \w+, \d\d:\d\d"))
