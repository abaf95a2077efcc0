"""Several tabs of one browser, and several devices of one person."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from waiting import until

from ..browser import Profile
from .case import ConsoleCase


class Tabs(ConsoleCase):
    def tab(self, profile: Profile, path: str = "/") -> Page:
        page = profile.context.new_page()
        page.goto(f"{self.server.url}{path}")
        self.is_live(page)
        return page

    def phone(self, trusted: Page) -> Page:
        """A second device, which the first one trusts."""
        page = self.profile(viewport={"width": 390, "height": 844}).page
        page.goto(self.server.pairing_link())
        page.get_by_role("button", name="Pair this browser").click()
        expect(page.get_by_role("heading", name="One more step")).to_be_visible()
        trusted.locator(".row", has_text="New device").click()
        trusted.get_by_role("button", name="Approve").click()
        expect(page.get_by_role("heading", name="This browser is paired")).to_be_visible()
        return page

    def test_one_of_several_simultaneous_answers_wins(self):
        profile, first = self.paired()
        phone = self.phone(first)
        second = self.tab(profile)
        for _ in range(5):
            ask = self.server.command("make deploy")
            pages = (first, second, phone)
            for page in pages:
                self.open(page, ask)
                expect(page.locator("[data-role=approve]")).to_be_enabled()
            # The clicks are sent without waiting for each other's responses.
            for page, role in zip(pages, ("approve", "deny", "deny")):
                page.evaluate("(role) => { setTimeout(() => document.querySelector(`[data-role=${role}]`)?.click(), 20); }", role)
            for page in pages:
                expect(page.locator(".result")).to_be_visible()
            stored = self.server.call("GET", f"/v1/asks/{ask['id']}", key=self.server.agent_key)
            self.assertIn(stored["state"], ("approved", "denied"))
            word = stored["state"].capitalize()
            name = stored["resolution"]["answer"]["device_name"]
            phone_id = phone.evaluate("fetch('/v1/keys/current').then((response) => response.json())")["device_id"]
            is_phone = stored["resolution"]["answer"]["device_id"] == phone_id
            for page in pages:
                where = "this browser" if is_phone == (page is phone) else name
                expect(page.locator(".result")).to_contain_text(f"{word} on {where}")

    def test_other_tabs_learn_of_pairing_and_forgetting(self):
        profile = self.profile()
        page = self.login(profile)
        ask = self.server.command("make deploy")
        other = self.tab(profile, f"/asks/{ask['id']}")
        expect(other.locator(".reading")).to_contain_text("cannot sign answers yet")
        self.pair(page)
        expect(other.locator("[data-role=approve]")).to_be_enabled()
        page.goto(f"{self.server.url}/devices")
        page.get_by_role("button", name="Forget this browser").click()
        page.get_by_role("dialog").get_by_role("button", name="Forget this browser").click()
        # The device's login ends with it.
        for each in (page, other):
            expect(each.get_by_role("heading", name="Open the console with a link")).to_be_visible()

    def test_other_tabs_learn_of_a_logout(self):
        profile, page = self.paired()
        other = self.tab(profile, "/history")
        page.goto(f"{self.server.url}/devices")
        page.locator(".session-line").get_by_role("button", name="Log out").click()
        page.get_by_role("dialog").get_by_role("button", name="Log out").click()
        expect(other.get_by_role("heading", name="Open the console with a link")).to_be_visible()

    def test_a_device_that_cannot_be_removed_keeps_its_key(self):
        _, page = self.paired()
        page.goto(f"{self.server.url}/devices")
        page.route("**/v1/devices/*", lambda route: route.abort() if route.request.method == "DELETE" else route.continue_())
        page.get_by_role("button", name="Forget this browser").click()
        page.get_by_role("dialog").get_by_role("button", name="Forget this browser").click()
        expect(page.locator(".toast")).to_contain_text("cannot be reached")
        self.open(page, self.server.command("make deploy"))
        expect(page.locator("[data-role=approve]")).to_be_enabled()

    def test_a_path_without_a_valid_encoding_opens(self):
        _, page = self.paired()
        page.goto(f"{self.server.url}/asks/%")
        expect(page.get_by_role("heading", name="This ask is not available")).to_be_visible()

    def test_many_ended_asks_are_not_kept(self):
        page = self.login(self.profile())
        for number in range(110):
            ask = self.server.command(f"echo {number}", expires=600)
            self.server.call("DELETE", f"/v1/asks/{ask['id']}", key=self.server.agent_key)
        last = self.server.command("make deploy")
        expect(page.locator(".row").first).to_contain_text("make deploy")
        until(lambda: page.locator(".row").first.get_attribute("aria-setsize") == "101", "100 ended asks remain")
        self.assertEqual(last["state"], "pending")

    def test_storage_that_is_cleared_unpairs_the_browser(self):
        _, page = self.paired()
        ask = self.server.command("make deploy")
        page.goto("about:blank")
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": self.server.url, "storageTypes": "indexeddb,local_storage,cache_storage"})
        self.open(page, ask)
        expect(page.locator(".reading")).to_contain_text("cannot sign answers yet")
        expect(page.locator("[data-role=approve]")).to_be_disabled()

    def test_a_permission_that_is_revoked_later_leaves_a_device_without_pushes(self):
        profile, page = self.paired()
        profile.context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
        self.open(page, self.server.command("make deploy"))
        expect(page.locator(".banner")).to_contain_text("Nothing is pushed to this browser")
        expect(page.locator(".banner").get_by_role("button")).to_have_count(0)
        expect(page.locator("[data-role=approve]")).to_be_enabled()
