"""Web Push end to end: the server's encrypted messages, decrypted by Firefox and shown by the console's service worker."""

from __future__ import annotations

import base64
import json
import os
import re
import secrets

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import expect
from py_vapid import Vapid02

from waiting import until

from ..firefox import INSTALL, Firefox, firefox
from ..push_service import PushService
from ..server import Server
from .case import ConsoleCase


class PushServiceCase(ConsoleCase):
    def make_server(self) -> Server:
        self.service = PushService(self.folder / "push")
        self.service.start()
        self.addCleanup(self.service.stop)
        return Server(self.tool, self.folder, ("--web-push-ca", str(self.service.certificate), "--web-push-private-host", "localhost"))

    def notify(self, body: str, key: str | None = None) -> dict:
        options = {"options": {"collapse_key": key}} if key else {}
        return self.server.call("POST", "/v1/notifications", {"title": "Build", "body": body, "category": "TASK_COMPLETE", **options})


class OtherLibraries(PushServiceCase):
    def test_the_libraries_of_pywebpush_accept_a_message(self):
        key, secret = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        subscription = {"endpoint": f"{self.service.url}1", "keys": {"p256dh": encode(point), "auth": encode(secret)}}
        self.server.call("POST", "/v1/devices/register", {
            "user_id": self.server.call("GET", "/v1/keys/current")["user_id"], "platform": "web", "environment": "production",
            "token": json.dumps(subscription, separators=(",", ":")), "app": self.server.url})
        self.notify("1 of 2 done 🔔")
        until(lambda: self.service.deliveries, "a message")
        delivery, = self.service.deliveries

        message = json.loads(http_ece.decrypt(delivery.body, private_key=key, auth_secret=secret, version="aes128gcm"))
        self.assertEqual((message["notification"]["title"], message["notification"]["body"]), ("Build", "1 of 2 done 🔔"))
        self.assertTrue(Vapid02.verify(delivery.headers["authorization"]))
        token = re.search(r"t=[\w-]+\.([\w-]+)\.", delivery.headers["authorization"])[1]
        claims = json.loads(base64.urlsafe_b64decode(token + "=="))
        self.assertEqual(claims["aud"], self.service.url.removesuffix("/push/"))


def encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class WebPush(PushServiceCase):
    def setUp(self) -> None:
        if not firefox():
            self.fail(INSTALL) if os.environ.get("CI") == "true" else self.skipTest(INSTALL)
        super().setUp()

    def paired_firefox(self) -> Firefox:
        """Firefox, logged in and paired, on the page of the inbox."""
        browser = Firefox(self.folder, self.service.socket_url)
        self.addCleanup(browser.stop)
        browser.start()
        browser.open(self.link)
        browser.shows("main h1", "Inbox")
        browser.open(f"{self.server.url}/pair")
        browser.click(".pair-form button", "Pair this browser")
        browser.shows("main h2", "This browser is paired")
        # The page registers the subscription at each load, which must not happen later.
        browser.open(f"{self.server.url}/devices")
        browser.shows(".this-browser", "Push messages\nOn")
        browser.click(".sidebar a", "Inbox")
        browser.shows(".sidebar .connection", "Live")
        return browser

    def device(self) -> dict:
        device, = self.server.call("GET", "/v1/devices")["items"]
        return device

    def shown(self, browser: Firefox, wanted: list[tuple[str, str]]) -> None:
        """Waits until exactly these notifications are on the screen."""
        until(lambda: sorted((one["title"], one["body"]) for one in browser.notifications()) == sorted(wanted), f"the notifications {wanted}")

    def acknowledged(self) -> None:
        """Waits until Firefox's worker has processed every message."""
        def sent() -> int:
            return sum(one.status == 201 and one.channel in self.service.keys for one in self.service.deliveries)

        until(lambda: len(self.service.acknowledgements) == sent(), "every message is acknowledged")
        self.assertEqual(set(self.service.acknowledgements.values()), {100})

    def test_an_ask_is_shown_in_firefox_and_cleared_when_another_browser_answers(self):
        browser = self.paired_firefox()
        ask = self.server.command("make deploy", title="Deploy?", body="make deploy")
        until(browser.notifications, "a notification")
        note, = browser.notifications()
        self.assertEqual((note["title"], note["tag"]), ("Deploy?", f"ask-{ask['id']}"))
        self.assertIn("make deploy", note["body"])
        self.acknowledged()
        delivery, = self.service.deliveries
        self.assertEqual((delivery.headers["content-encoding"], delivery.headers["urgency"]), ("aes128gcm", "high"))
        self.assertEqual(re.search(r"k=([\w-]+)", delivery.headers["authorization"])[1], self.service.keys[delivery.channel].rstrip("="))

        # A second browser, which the first one trusts.
        other = self.profile(endpoint=self.service.url).page
        other.goto(self.server.pairing_link())
        other.get_by_role("button", name="Pair this browser").click()
        expect(other.get_by_role("heading", name="One more step")).to_be_visible()
        until(lambda: len(browser.notifications()) == 2, "the notification about the new device")
        browser.click(".row", "New device")
        browser.click("[data-role=approve]")
        expect(other.get_by_role("heading", name="This browser is paired")).to_be_visible()
        until(lambda: [one["tag"] for one in browser.notifications()] == [note["tag"]], "the answered ask is cleared")

        self.open(other, ask)
        other.get_by_role("button", name="Approve").click()
        expect(other.locator(".decision")).to_contain_text("Approved on this browser")
        self.shown(browser, [])
        browser.open(f"{self.server.url}/asks/{ask['id']}")
        browser.shows(".decision", "Approved")
        self.acknowledged()

    def test_a_later_push_with_the_same_key_replaces_the_notification(self):
        browser = self.paired_firefox()
        self.notify("1 of 2 done", key="build-7")
        self.shown(browser, [("Build", "1 of 2 done")])
        self.notify("2 of 2 done", key="build-7")
        self.shown(browser, [("Build", "2 of 2 done")])
        other = self.notify("Another build")
        self.shown(browser, [("Build", "2 of 2 done"), ("Build", "Another build")])
        self.acknowledged()
        # The server clears other devices only.
        browser.evaluate("await fetch(`/v1/notifications/${args[0]}/read`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })", other["id"])
        self.shown(browser, [("Build", "2 of 2 done")])

    def test_a_browser_whose_subscription_has_ended_subscribes_again(self):
        browser = self.paired_firefox()
        self.service.refuse(410)
        self.notify("Lost")
        until(lambda: self.device()["state"] == "inactive", "the device is inactive")
        self.assertEqual(self.device()["inactivation"]["cause"], "gateway")
        (first,) = self.service.keys

        browser.open(f"{self.server.url}/")
        until(lambda: self.device()["state"] == "active", "the device is active again")
        until(lambda: self.service.unregistered == {first}, "the ended subscription is replaced")
        self.notify("Received")
        self.shown(browser, [("Build", "Received")])
        self.assertEqual([(one.channel == first, one.status) for one in self.service.deliveries], [(True, 410), (False, 201)])

    def test_a_push_that_the_service_defers_is_sent_later(self):
        browser = self.paired_firefox()
        self.service.refuse(429, Retry_After="2")
        self.notify("Later")
        self.shown(browser, [("Build", "Later")])
        refused, accepted = self.service.deliveries
        self.assertEqual((refused.status, accepted.status), (429, 201))
        # The server's clock and this one may differ by a rounding.
        self.assertGreater(accepted.time - refused.time, 1.9)
        self.assertEqual(self.device()["state"], "active")

    def test_the_worker_replaces_a_subscription_that_the_push_service_drops(self):
        browser = self.paired_firefox()
        browser.open("about:blank")
        (first,) = self.service.keys
        self.service.forget_browser()
        until(lambda: len(self.service.keys) == 2, "the browser subscribes again")
        _, second = self.service.keys
        self.service.unregistered.add(first)

        def arrives() -> bool:
            self.notify("Received")
            return any(one.channel == second for one in self.service.deliveries)

        until(arrives, "the server sends to the new subscription")
        browser.open(f"{self.server.url}/")
        until(browser.notifications, "a notification")
