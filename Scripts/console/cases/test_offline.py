"""A server that stops and starts again, and the service worker."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from ..waiting import until
from .case import ConsoleCase


class Offline(ConsoleCase):
    def test_a_stopped_server_leaves_a_list_to_read(self):
        profile, page = self.paired()
        ask = self.server.command("make deploy")
        expect(page.locator(".row")).to_contain_text("make deploy")
        expect(page.locator("[data-role=approve]")).to_be_enabled()
        page.evaluate("navigator.serviceWorker.ready.then(() => caches.open('shell')).then((cache) => cache.match('/console/inbox.js')).then((kept) => kept || Promise.reject('not stored'))")
        # The last state is stored half a second after a change.
        until(lambda: page.evaluate("""() => new Promise((resolve) => {
          const open = indexedDB.open("bellhop");
          open.onsuccess = () => { const get = open.result.transaction("values").objectStore("values").get("state"); get.onsuccess = () => { open.result.close(); resolve(get.result?.asks?.length === 1); }; };
        })"""), "the state is stored")
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

    def test_the_worker_shows_replaces_and_clears(self):
        profile, page = self.paired()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        ask = self.server.command("make deploy")
        session = profile.context.new_cdp_session(page)
        registrations: list[dict] = []
        session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
        session.send("ServiceWorker.enable")
        until(lambda: (page.evaluate("1"), registrations)[1], "the worker is registered")

        def push(message: dict | str) -> None:
            data = message if isinstance(message, str) else json.dumps(message)
            session.send("ServiceWorker.deliverPushMessage", {"origin": self.server.url, "registrationId": registrations[-1]["registrationId"], "data": data})

        def shows(wanted: list) -> None:
            script = """() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
              .then((all) => all.map(({ title, tag, actions }) => [title, tag, actions.map(({ action }) => action)]))"""
            until(lambda: page.evaluate(script) == wanted, f"the notifications {wanted}")

        tag = f"ask-{ask['id']}"
        message = {
            "web_push": 8030, "type": "approval", "requestId": ask["id"], "inputDigest": ask["input_digest"], "deadline": 4102444800000,
            "category": "APPROVAL_REQUEST", "hiddenCharacters": 0,
            "notification": {"title": "Approval Needed", "body": "make deploy", "tag": tag, "navigate": f"{self.server.url}/asks/{ask['id']}", "app_badge": "1"},
        }
        push(message)
        shows([["Approval Needed", tag, ["approve", "deny"]]])
        push({**message, "hiddenCharacters": 9, "category": "APPROVAL_REVIEW"})
        shows([["Approval Needed", tag, ["open", "deny"]]])
        push({"type": "clear", "notification": {"title": "Withdrawn", "tag": tag}})
        shows([])
        push("no JSON")
        shows([["Bellhop", "", []]])

    def test_the_worker_answers_for_a_waiting_command(self):
        profile, page = self.paired()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        command = self.server.begin("ask", "Deploy?", "--timeout", "60")
        self.addCleanup(command.kill)
        expect(page.locator(".row")).to_contain_text("Deploy?")
        ask = self.server.call("GET", "/v1/asks?state=pending", key=self.server.agent_key)["items"][0]
        worker = profile.context.service_workers[0]
        worker.evaluate("(ask) => decide('approve', { ask: ask.id, digest: ask.input_digest, deadline: Date.parse(ask.deadline), path: '/' }, 'Deploy?', 'tag').then(() => true)", ask)
        expect(page.locator(".decision")).to_contain_text("Approved")
        _, errors = command.communicate(timeout=30)
        self.assertEqual(command.returncode, 0, errors)
