"""A server that stops and starts again, and the state that the browser stores."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from waiting import until

from ..browser import Profile
from ..proxy import Proxy
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
        expect(page.locator(".banner-warning")).to_contain_text("Offline")
        expect(page.locator("[data-role=approve]")).to_be_disabled()
        expect(page.locator("[data-role=deny]")).to_be_disabled()
        page.reload()
        expect(page.locator(".banner-warning")).to_contain_text("You can read, but not decide")
        expect(page.locator(".row")).to_contain_text("make deploy")
        expect(page.locator("[data-role=approve]")).to_be_disabled()

        self.server.start()
        expect(page.locator("[data-role=approve]")).to_be_enabled(timeout=40_000)
        expect(page.locator(".banner")).to_have_count(0)
        page.locator("[data-role=approve]").click()
        expect(page.locator(".decision")).to_contain_text("Approved on this browser")
        self.assertEqual(self.server.call("GET", f"/v1/asks/{ask['id']}", key=self.server.agent_key)["state"], "approved")

    def test_deciding_is_possible_as_soon_as_the_network_is_back(self):
        _, page = self.paired()
        self.open(page, self.server.command("make deploy"))
        expect(page.locator("[data-role=approve]")).to_be_enabled()
        self.is_live(page)
        # The connection for events survives, and the server is still reachable.
        page.evaluate("dispatchEvent(new Event('offline'))")
        expect(page.locator("[data-role=approve]")).to_be_enabled()
        self.is_live(page)
        page.evaluate("const read = fetch; self.fetch = () => Promise.reject(new TypeError()); dispatchEvent(new Event('offline')); self.back = () => { self.fetch = read; }")
        expect(page.locator("[data-role=approve]")).to_be_disabled()
        page.evaluate("back(); dispatchEvent(new Event('online'))")
        expect(page.locator("[data-role=approve]")).to_be_enabled(timeout=10_000)

    def test_a_new_connection_reads_history_and_sessions_again(self):
        _, page = self.paired()
        for number in range(3):
            self.notify(f"Run {number}")
        page.goto(f"{self.server.url}/history")
        expect(page.locator(".row").first).to_contain_text("Run 2")
        self.is_live(page)
        other = page.context.new_page()
        other.goto(f"{self.server.url}/sessions")
        expect(other.get_by_role("heading", name="Sessions", exact=True)).to_be_visible()
        self.is_live(other)
        # Both reconnect only after the changes.
        for each in (page, other):
            each.evaluate("""() => {
              self.Connection = WebSocket;
              self.WebSocket = class { readyState = 3; constructor() { setTimeout(() => this.onclose?.(), 50); } close() {} };
            }""")
        self.server.stop()
        for each in (page, other):
            expect(each.locator(".banner-warning")).to_contain_text("Offline")
        self.server.start()
        for number in range(3, 120):
            self.notify(f"Run {number}")
        self.server.call("POST", "/v1/sessions", {"id": "s-1", "title": "Fix the build"}, self.server.agent_key)
        for each in (page, other):
            each.evaluate("() => { self.WebSocket = Connection; dispatchEvent(new Event('online')); }")
        expect(page.locator(".list-note")).to_contain_text("notifications")
        expect(page.locator(".row").first).to_contain_text("Run 119")
        # More rows than one page are missing, and none of them is skipped.
        page.locator(".rows").evaluate("(list) => { list.scrollTop = 68 * 60; }")
        expect(page.locator(".row", has_text="Run 55")).to_be_visible()
        expect(other.locator(".card")).to_contain_text("Fix the build")

    def notify(self, body: str) -> None:
        self.server.call("POST", "/v1/notifications", {"title": "Build", "body": body, "category": "TASK_COMPLETE"})

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
        expect(page.locator(".banner-warning")).to_contain_text("Offline")
        expect(page.locator("[data-role=approve]")).to_be_disabled()
        page.reload()
        expect(page.locator(".banner-warning")).to_contain_text("You can read, but not decide")
        expect(page.locator(".row")).to_contain_text("make deploy")
        page.goto(f"{proxy.url}/history")
        expect(page.locator(".list-note")).to_contain_text("The last stored state is shown")

        self.server.start()
        page.goto(proxy.url)
        expect(page.locator("[data-role=approve]")).to_be_enabled(timeout=40_000)
