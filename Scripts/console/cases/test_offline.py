"""A server that stops and starts again, and the state that the browser stores."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from ..browser import Profile
from ..proxy import Proxy
from ..waiting import until
from .case import ConsoleCase


class Offline(ConsoleCase):
    def stored(self, page: Page, condition: str) -> None:
        """Waits until the stored state meets a condition. It is stored half a second after a change."""
        until(lambda: page.evaluate(f"""() => new Promise((resolve) => {{
          const open = indexedDB.open("bellhop");
          open.onsuccess = () => {{ const get = open.result.transaction("values").objectStore("values").get("state"); get.onsuccess = () => {{ open.result.close(); resolve(Boolean(get.result?.{condition})); }}; }};
        }})"""), "the state is stored")

    def test_a_stored_ask_that_has_ended_cannot_be_approved(self):
        _, page = self.paired()
        ask = self.server.command("make deploy")
        self.open(page, ask)
        expect(page.locator("[data-role=approve]")).to_be_enabled()
        self.stored(page, "asks?.length === 1")
        page.goto("about:blank")
        self.server.call("DELETE", f"/v1/asks/{ask['id']}", key=self.server.agent_key)
        # Events, which reload the list once more, come late.
        page.add_init_script("window.WebSocket = class { readyState = 0; close() {} }")
        page.goto(f"{self.server.url}/asks/{ask['id']}")
        expect(page.locator(".decision")).to_contain_text(re.compile("withdrawn|withdrew", re.IGNORECASE))
        expect(page.locator("[data-role=approve]")).to_have_count(0)

    def test_a_stopped_server_leaves_a_list_to_read(self):
        profile, page = self.paired()
        ask = self.server.command("make deploy")
        expect(page.locator(".row")).to_contain_text("make deploy")
        expect(page.locator("[data-role=approve]")).to_be_enabled()
        page.evaluate("navigator.serviceWorker.ready.then(() => caches.open('shell')).then((cache) => cache.match('/console/inbox.js')).then((kept) => kept || Promise.reject('not stored'))")
        self.stored(page, "asks?.length === 1")
        self.server.stop()
        expect(page.locator(".banner")).to_contain_text("Offline")
        expect(page.locator("[data-role=approve]")).to_be_disabled()
        expect(page.locator("[data-role=deny]")).to_be_disabled()
        page.reload()
        expect(page.locator(".banner")).to_contain_text("You can read, but not decide")
        expect(page.locator(".row")).to_contain_text("make deploy")
        expect(page.locator("[data-role=approve]")).to_be_disabled()

        self.server.start()
        expect(page.locator("[data-role=approve]")).to_be_enabled(timeout=40_000)
        expect(page.locator(".banner")).to_have_count(0)
        page.locator("[data-role=approve]").click()
        expect(page.locator(".decision")).to_contain_text("Approved on this browser")
        self.assertEqual(self.server.call("GET", f"/v1/asks/{ask['id']}", key=self.server.agent_key)["state"], "approved")

    def test_a_stopped_server_behind_a_proxy_is_offline(self):
        proxy = Proxy(self.server.port)
        self.addCleanup(proxy.stop)
        profile = Profile(self.browser, proxy.url)
        self.addCleanup(lambda: self.assertEqual(profile.problems, []))
        self.addCleanup(profile.close)
        page = self.login(profile, self.link.replace(self.server.url, proxy.url))
        page.goto(f"{proxy.url}/pair")
        page.get_by_role("button", name="Pair this browser").click()
        expect(page.get_by_role("heading", name="This browser is paired")).to_be_visible()
        page.goto(f"{proxy.url}/history")
        expect(page.locator(".list-note")).to_contain_text("notification")
        self.server.command("make deploy")
        page.goto(proxy.url)
        expect(page.locator("[data-role=approve]")).to_be_enabled()
        page.evaluate("navigator.serviceWorker.ready.then(() => caches.open('shell')).then((cache) => cache.match('/console/inbox.js')).then((kept) => kept || Promise.reject('not stored'))")
        self.stored(page, "asks?.length === 1")
        self.server.stop()
        expect(page.locator(".banner")).to_contain_text("Offline")
        expect(page.locator("[data-role=approve]")).to_be_disabled()
        page.reload()
        expect(page.locator(".banner")).to_contain_text("You can read, but not decide")
        expect(page.locator(".row")).to_contain_text("make deploy")
        page.goto(f"{proxy.url}/history")
        expect(page.locator(".list-note")).to_contain_text("The last stored state is shown")

        self.server.start()
        page.goto(proxy.url)
        expect(page.locator("[data-role=approve]")).to_be_enabled(timeout=40_000)
