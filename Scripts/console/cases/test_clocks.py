"""Clocks that are wrong, and tabs that slept."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from ..waiting import until
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

    def test_the_banner_names_the_day(self):
        _, page = self.paired()
        page.context.set_offline(True)
        expect(page.locator(".banner")).to_contain_text(re.compile(r"Last updated \d+ \w+, \d\d:\d\d"))
