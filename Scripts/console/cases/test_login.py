"""Login by link and by code, roles, pairing, and revoked logins."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from waiting import until

from .case import ConsoleCase

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"

#: The names of the values that the browser stores.
STORED = """() => new Promise((resolve) => {
  const open = indexedDB.open("bellhop");
  open.onsuccess = () => { const keys = open.result.transaction("values").objectStore("values").getAllKeys(); keys.onsuccess = () => { open.result.close(); resolve(keys.result); }; };
})"""


class Login(ConsoleCase):
    def test_a_link_logs_in_once(self):
        profile = self.profile()
        page = profile.page
        page.goto(self.server.url)
        expect(page.get_by_role("heading", name="Open the console with a link")).to_be_visible()
        self.login(profile)
        expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
        self.assertNotIn("login=", page.url)

        other = self.profile().page
        other.goto(self.link)
        expect(other.get_by_role("alert").filter(has_text="no longer valid")).to_be_visible()
        code = self.server.login_link().partition("login=")[2]
        other.get_by_label("Or enter the code from the link").fill(code)
        other.get_by_role("button", name="Log in").click()
        expect(other.get_by_role("heading", name="Inbox")).to_be_visible()

    def test_a_revoked_login_ends(self):
        first, second = self.profile(), self.profile()
        page = self.login(first)
        self.is_live(page)
        other = self.login(second, self.server.login_link())
        other.goto(f"{self.server.url}/devices")
        lines = other.locator(".session-line")
        expect(lines).to_have_count(2)
        expect(lines.filter(has_text="This session").get_by_role("button", name="Log out")).to_be_visible()
        lines.get_by_role("button", name="Revoke").click()
        expect(lines).to_have_count(1)
        # Events end within 30 seconds; any other request ends at once.
        page.get_by_role("link", name="History").click()
        expect(page.get_by_role("heading", name="Open the console with a link")).to_be_visible()

        lines.get_by_role("button", name="Log out").click()
        other.get_by_role("dialog").get_by_role("button", name="Log out").click()
        expect(other.get_by_role("alert").filter(has_text="You are logged out")).to_be_visible()
        other.reload()
        expect(other.get_by_role("heading", name="Open the console with a link")).to_be_visible()

    def test_a_pairing_link_makes_a_login_of_the_device(self):
        ask = self.server.command("make deploy")
        page = self.profile().page
        page.goto(self.server.pairing_link())
        page.get_by_role("button", name="Pair this browser").click()
        expect(page.get_by_role("heading", name="This browser is paired")).to_be_visible()
        login = page.evaluate("fetch('/v1/keys/current').then((response) => response.json())")
        self.assertEqual(login["role"], "device")
        for name in ("Send", "Campaigns", "Service"):
            expect(page.locator(".sidebar").get_by_role("link", name=name)).to_have_count(0)
        page.goto(f"{self.server.url}/send")
        expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
        self.open(page, ask)
        page.get_by_role("button", name="Approve").click()
        expect(page.locator(".decision")).to_contain_text(re.compile("Approved on this browser"))
        self.assertEqual(self.server.call("GET", f"/v1/asks/{ask['id']}", key=self.server.agent_key)["state"], "approved")

    def test_a_phone_may_open_the_pairing_link_in_the_app(self):
        pairing = self.server.pairing()
        desktop = self.profile().page
        desktop.goto(pairing["browser"])
        expect(desktop.get_by_role("button", name="Pair this browser")).to_be_visible()
        expect(desktop.get_by_role("link", name="Open in the Bellhop app")).to_have_count(0)
        phones = {"iPhone": {"user_agent": IPHONE}, "Android": {"user_agent": ANDROID}, "touch": {"has_touch": True, "is_mobile": True}}
        for name, options in phones.items():
            with self.subTest(name):
                phone = self.profile(viewport={"width": 390, "height": 844}, **options)
                page = phone.page
                page.goto(pairing["browser"])
                expect(page.get_by_role("link", name="Open in the Bellhop app")).to_have_attribute("href", pairing["link"])
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 390)
        # Without a code there is nothing to open.
        page.evaluate("sessionStorage.clear()")
        self.login(phone)
        page.goto(f"{self.server.url}/pair")
        expect(page.get_by_role("button", name="Pair this browser")).to_be_visible()
        expect(page.get_by_role("link", name="Open in the Bellhop app")).to_have_count(0)

    def test_a_further_browser_waits_for_a_trusted_one(self):
        _, trusted = self.paired()
        waiting = self.profile().page
        waiting.goto(self.server.pairing_link())
        waiting.get_by_role("button", name="Pair this browser").click()
        expect(waiting.get_by_role("heading", name="One more step")).to_be_visible()
        fingerprint = waiting.locator("output.big-code").inner_text()
        trusted.locator(".row", has_text="New device").click()
        expect(trusted.locator(".review")).to_contain_text(fingerprint)
        trusted.get_by_role("button", name="Approve").click()
        expect(trusted.locator(".decision")).to_contain_text("Approved")
        expect(waiting.get_by_role("heading", name="This browser is paired")).to_be_visible()

    def test_a_revoked_login_leaves_nothing_but_the_key(self):
        _, page = self.paired()
        self.server.command("make deploy")
        expect(page.locator(".row")).to_contain_text("make deploy")
        page.goto(f"{self.server.url}/history")
        expect(page.locator(".row").first).to_be_visible()
        until(lambda: {"state", "cache:history"} <= set(page.evaluate(STORED)), "the state is stored")
        session, = self.server.call("GET", "/v1/console/sessions")["items"]
        self.server.call("DELETE", f"/v1/console/sessions/{session['id']}")
        page.goto(self.server.url)
        expect(page.get_by_role("heading", name="Open the console with a link")).to_be_visible()
        until(lambda: page.evaluate(STORED) == ["device"], "only the device is stored")
        self.assertEqual(page.locator(".row").count(), 0)

    def test_the_login_of_another_user_uses_neither_data_nor_key(self):
        _, page = self.paired()
        self.server.command("make deploy")
        expect(page.locator(".row")).to_contain_text("make deploy")
        until(lambda: "state" in page.evaluate(STORED), "the state is stored")
        page.goto("about:blank")
        link = self.server.login_link("--user", "bob")
        page.goto(f"{self.server.url}/history{link[link.index('#'):]}")
        expect(page.locator(".list-note")).to_contain_text("notification")
        page.goto(f"{self.server.url}/devices")
        expect(page.locator(".this-browser")).to_contain_text("This browser is not a device yet")
        self.assertEqual(page.locator(".banner").count(), 0)
        page.goto(self.server.url)
        expect(page.get_by_role("heading", name="Nothing to decide")).to_be_visible()
        # Its owner continues with the same key.
        page.goto("about:blank")
        page.goto(self.server.login_link())
        expect(page.locator("[data-role=approve]")).to_be_enabled()

    def test_a_login_with_another_role_draws_the_view_again(self):
        page = self.login(self.profile())
        self.server.command("make deploy")
        expect(page.locator(".row")).to_contain_text("make deploy")
        expect(page.locator(".sidebar").get_by_role("link", name="Service")).to_be_visible()
        # A link that is pasted into an open page.
        page.evaluate("(hash) => { location.hash = hash; }", self.server.login_link("--role", "device").partition("#")[2])
        expect(page.locator(".sidebar").get_by_role("link", name="Service")).to_have_count(0)
        expect(page.locator("main .row")).to_contain_text("make deploy")

    def test_a_later_login_keeps_the_device(self):
        profile, page = self.paired()
        device = page.evaluate("fetch('/v1/keys/current').then((response) => response.json())")["device_id"]
        page.evaluate("fetch('/v1/console/sessions/current', { method: 'DELETE' })")
        page.goto(self.server.login_link())
        until(lambda: page.evaluate("fetch('/v1/keys/current').then((response) => response.json())").get("device_id") == device,
              "the login is bound to the device")
        self.open(page, self.server.command("ls"))
        expect(page.get_by_role("button", name="Approve")).to_be_enabled()
