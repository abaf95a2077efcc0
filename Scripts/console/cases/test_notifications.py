"""The service worker: notifications of pushes, and clicks on them."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from waiting import stays, until

from .case import ConsoleCase

#: The visible notifications, as `[title, tag, actions]`.
SHOWN = """() => registration.getNotifications()
  .then((all) => all.map(({ title, tag, actions }) => [title, tag, actions.map(({ action }) => action)]))"""

#: Counts the displayed notifications. While Chromium displays one, `getNotifications` finds and deletes its record.
COUNT = """() => {
  const { showNotification } = ServiceWorkerRegistration.prototype;
  self.displayed = 0;
  ServiceWorkerRegistration.prototype.showNotification = async function (...all) {
    await showNotification.apply(this, all);
    self.displayed += 1;
  };
}"""

#: Sends the worker a click on a notification and returns the paths of the windows that it opens. A script's event has no
#: `waitUntil`, and no right to focus and open windows, so these are replaced.
CLICK = """async ([tag, action]) => {
  const [notification] = await registration.getNotifications({ tag });
  const event = new NotificationEvent("notificationclick", { notification, action });
  const opened = [];
  let work;
  event.waitUntil = (promise) => { work = promise; };
  WindowClient.prototype.focus = async function () { return this; };
  clients.openWindow = async (path) => { opened.push(path); };
  dispatchEvent(event);
  await work;
  return opened;
}"""


class Notifications(ConsoleCase):
    def setUp(self) -> None:
        super().setUp()
        profile, self.page = self.paired()
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.session = profile.context.new_cdp_session(self.page)
        self.registrations: list[dict] = []
        self.session.on("ServiceWorker.workerRegistrationUpdated", lambda event: self.registrations.extend(event["registrations"]))
        self.session.send("ServiceWorker.enable")
        until(lambda: (self.page.evaluate("1"), self.registrations)[1], "the worker is registered")
        self.worker = profile.context.service_workers[0]
        self.worker.evaluate(COUNT)

    def push(self, message: dict | str) -> None:
        """Delivers a push and returns when its notification is displayed."""
        displayed = self.worker.evaluate("displayed")
        data = message if isinstance(message, str) else json.dumps(message)
        self.session.send("ServiceWorker.deliverPushMessage", {
            "origin": self.server.url, "registrationId": self.registrations[-1]["registrationId"], "data": data,
        })
        until(lambda: self.worker.evaluate("displayed") > displayed, "a notification is displayed")

    def message(self, ask: dict) -> dict:
        """The push of an ask whose notification shows everything."""
        deadline = self.worker.evaluate("(text) => Date.parse(text)", ask["deadline"])
        return {
            "web_push": 8030, "type": "approval", "requestId": ask["id"], "inputDigest": ask["input_digest"], "deadline": deadline,
            "category": "APPROVAL_REQUEST", "hiddenCharacters": 0,
            "notification": {"title": "Deploy?", "body": "make deploy", "tag": f"ask-{ask['id']}", "navigate": f"{self.server.url}/asks/{ask['id']}", "app_badge": "1"},
        }

    def shows(self, *wanted: list) -> None:
        until(lambda: self.worker.evaluate(SHOWN) == list(wanted), f"the notifications {wanted}")

    def shown_ask(self, **more) -> dict:
        """A pending ask with a notification."""
        ask = self.server.command("make deploy", **more)
        self.push(self.message(ask))
        self.shows(["Deploy?", f"ask-{ask['id']}", ["approve", "deny"]])
        return ask

    def click(self, ask: dict, action: str = "") -> list[str]:
        return self.worker.evaluate(CLICK, [f"ask-{ask['id']}", action])

    def state(self, ask: dict) -> str:
        return self.server.call("GET", f"/v1/asks/{ask['id']}", key=self.server.agent_key)["state"]

    def test_the_worker_shows_replaces_and_clears(self):
        message = self.message(self.server.command("make deploy"))
        tag = message["notification"]["tag"]
        self.push(message)
        self.shows(["Deploy?", tag, ["approve", "deny"]])
        self.push({**message, "hiddenCharacters": 9, "category": "APPROVAL_REVIEW"})
        self.shows(["Deploy?", tag, ["open", "deny"]])
        self.push({"type": "clear", "notification": {"title": "Withdrawn", "tag": tag}})
        # Firefox counts pushes without a notification that is visible for some seconds.
        self.shows(["Withdrawn", tag, []])
        self.shows()
        self.push("no JSON")
        self.shows(["Bellhop", "", []])

    def test_a_later_notification_with_the_tag_of_a_cleared_one_stays(self):
        message = self.message(self.server.command("make deploy"))
        tag = message["notification"]["tag"]
        self.push(message)
        self.shows(["Deploy?", tag, ["approve", "deny"]])
        self.page.goto("about:blank")
        self.push({"type": "clear", "notification": {"title": "Withdrawn", "tag": tag}})
        self.shows(["Withdrawn", tag, []])
        self.push(message)
        self.shows(["Deploy?", tag, ["approve", "deny"]])
        stays(lambda: self.worker.evaluate(SHOWN) == [["Deploy?", tag, ["approve", "deny"]]], "the notification is shown", 6)

    def test_the_button_approves_for_a_waiting_command(self):
        command = self.server.begin("ask", "Deploy?", "--timeout", "60")
        self.addCleanup(command.kill)
        expect(self.page.locator(".row")).to_contain_text("Deploy?")
        ask = self.server.call("GET", "/v1/asks?state=pending", key=self.server.agent_key)["items"][0]
        self.push(self.message(ask))
        self.shows(["Deploy?", f"ask-{ask['id']}", ["approve", "deny"]])
        self.assertEqual(self.click(ask, "approve"), [])
        expect(self.page.locator(".decision")).to_contain_text("Approved on this browser")
        self.shows()
        # The command verifies the signature of the browser.
        _, errors = command.communicate(timeout=30)
        self.assertEqual(command.returncode, 0, errors)

    def test_the_button_denies_while_no_page_is_open(self):
        ask = self.shown_ask()
        self.page.goto("about:blank")
        self.assertEqual(self.click(ask, "deny"), [])
        self.assertEqual(self.state(ask), "denied")
        self.shows()

    def test_a_click_opens_the_ask(self):
        first, second = self.shown_ask(), self.server.command("make clean")
        self.open(self.page, second)
        self.assertEqual(self.click(first), [])
        expect(self.page.locator(".detail")).to_contain_text("make deploy")
        self.assertEqual(self.page.url, f"{self.server.url}/asks/{first['id']}")
        self.shows()

        self.push(self.message(second))
        until(lambda: self.worker.evaluate(SHOWN), "a notification")
        self.page.goto("about:blank")
        until(lambda: self.worker.evaluate("clients.matchAll({ includeUncontrolled: true }).then((all) => all.length)") == 0, "no page is open")
        self.assertEqual(self.click(second), [f"/asks/{second['id']}"])
        self.assertEqual((self.state(first), self.state(second)), ("pending", "pending"))

    def test_a_click_stays_on_the_origin(self):
        self.page.goto("about:blank")
        for path in ("/.//evil.example", "/..//evil.example/a", "//evil.example", "/\\evil.example", "https://evil.example/"):
            with self.subTest(path):
                link = path if path.startswith("https:") else self.server.url + path
                self.push({"notification": {"title": "Build", "body": "Done", "tag": "build", "navigate": link}})
                self.shows(["Build", "build", []])
                self.assertEqual(self.worker.evaluate(CLICK, ["build", ""]), ["/"])

    def test_a_notification_that_hides_a_part_cannot_approve(self):
        ask = self.server.command("make deploy")
        self.push({**self.message(ask), "hiddenCharacters": 9, "category": "APPROVAL_REVIEW"})
        self.shows(["Deploy?", f"ask-{ask['id']}", ["open", "deny"]])
        # The browser has no such button, so the click counts as one on the body.
        self.assertEqual(self.click(ask, "approve"), [])
        expect(self.page.locator(".detail")).to_contain_text("make deploy")
        self.assertEqual(self.state(ask), "pending")

    def test_a_browser_without_buttons_shows_what_is_over(self):
        self.worker.evaluate("delete Notification.maxActions")
        message = self.message(self.server.command("make deploy"))
        tag = message["notification"]["tag"]
        self.push(message)
        self.shows(["Deploy?", tag, []])
        self.page.goto("about:blank")
        self.push({"type": "clear", "notification": {"title": "Withdrawn", "tag": tag}})
        self.shows(["Withdrawn", tag, []])
        # Such a browser revokes the permission after pushes that show nothing.
        stays(lambda: self.worker.evaluate(SHOWN) == [["Withdrawn", tag, []]], "the notification is shown", 6)

    def test_a_fast_clock_does_not_end_an_ask(self):
        self.worker.evaluate("{ const now = Date.now.bind(Date); Date.now = () => now() + 86_400_000; }")
        ask = self.shown_ask()
        self.assertEqual(self.click(ask, "approve"), [])
        self.assertEqual(self.state(ask), "approved")

    def test_a_click_after_the_deadline_says_that_it_is_too_late(self):
        ask = self.shown_ask(expires=2)
        # An open page closes the notification at the deadline.
        self.page.goto("about:blank")
        until(lambda: self.state(ask) == "expired", "the ask has expired")
        self.assertEqual(self.click(ask, "approve"), [])
        self.shows(["Too late: this ask has ended", f"ask-{ask['id']}", []])
        self.assertEqual(self.click(ask), [f"/asks/{ask['id']}"])
        self.open(self.page, ask)
        expect(self.page.locator(".decision")).to_contain_text("Expired")
        self.assertEqual(self.state(ask), "expired")

    def test_a_click_after_another_answer_names_the_device(self):
        ask = self.shown_ask()
        self.page.goto("about:blank")
        other = self.profile().page
        other.goto(self.server.pairing_link())
        other.get_by_role("button", name="Pair this browser").click()
        expect(other.get_by_role("heading", name="One more step")).to_be_visible()
        self.page.goto(f"{self.server.url}/")
        self.page.locator(".row", has_text="New device").click()
        self.page.get_by_role("button", name="Approve").click()
        expect(other.get_by_role("heading", name="This browser is paired")).to_be_visible()
        self.page.goto("about:blank")
        self.open(other, ask)
        other.locator("[data-role=deny]").click()
        until(lambda: self.state(ask) == "denied", "the other browser denies")
        self.click(ask, "approve")
        (title, *_), = self.worker.evaluate(SHOWN)
        self.assertRegex(title, "^Already decided on Chrome")
        self.assertEqual(self.state(ask), "denied")
