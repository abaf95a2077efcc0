"""Every page of the console with the data of a working day, for the audit of accessibility and for the screenshots."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Callable

from playwright.sync_api import Page, expect

from waiting import until

from .browser import ENDPOINT
from .server import Server

PHONE, DESKTOP = (390, 844), (1280, 800)
#: A valid public key of P-256, which stays the same in each run.
PUBLIC_KEY = "BHzyexiNA09+ilI4AwS1GsPAiWnid/IbNaYLSPxHZpl4B3dVENuO0EApPZrGn3Qw27p9reY86YIpngS3nSJ4c9E="
SUBSCRIPTION = {"expirationTime": None, "keys": {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}


@dataclass(frozen=True)
class View:
    """A page of the console."""

    name: str
    #: The path, in which `{name}` stands for an id that `seed` returns.
    path: str
    #: Changes the page after it is loaded.
    prepare: Callable[[Page], None] = lambda page: None
    #: Whether the browser is logged in and paired.
    is_paired: bool = True

    def open(self, page: Page, url: str, ids: dict[str, str]) -> None:
        page.goto(f"{url}{self.path.format(**ids)}")
        expect(page.locator("main :is(h1, h2):visible").first).to_be_visible()
        expect(page.locator(".skeleton")).to_have_count(0)
        if self.is_paired:
            expect(page.locator(".sidebar .connection")).to_have_text("Live")
        self.prepare(page)


def _write_message(page: Page) -> None:
    page.get_by_label("Title").fill("Release 2.1 is out")
    page.get_by_label("Text", exact=True).fill("Faster search, and carts that survive a restart. The notes are in the wiki.")
    expect(page.locator(".mock-title").first).to_have_text("Release 2.1 is out")


def _wait_for_list(page: Page) -> None:
    expect(page.locator(".row").first).to_be_visible()
    if page.viewport_size["width"] > PHONE[0]:
        _wait_for_ask(page)


def _wait_for_ask(page: Page) -> None:
    expect(page.locator(".decision button").first).to_be_visible()


def _wait_for_charts(page: Page) -> None:
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator(".chart-panel").first).to_be_visible()


def _wait_for_cards(page: Page) -> None:
    expect(page.locator(".card").first).to_be_visible()


def _wait_for_devices(page: Page) -> None:
    _wait_for_cards(page)
    expect(page.locator(".this-browser")).to_contain_text("Trusted")


def _open_help(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def _wait_for_events(page: Page) -> None:
    expect(page.locator(".note-line").first).to_be_visible()


def _wait_for_pairing(page: Page) -> None:
    expect(page.get_by_role("button", name="Pair this browser")).to_be_visible()


def _without_secure_context(page: Page) -> None:
    # Another host than localhost would need a name and a setting of the server.
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false }); sessionStorage.clear()")
    page.reload()
    expect(page.locator(".callout-warning")).to_be_visible()


#: The last one changes its page for good.
VIEWS = (
    View("inbox", "/", _wait_for_list),
    View("ask-command", "/asks/{command}", _wait_for_ask),
    View("ask-change", "/asks/{change}", _wait_for_ask),
    View("ask-question", "/asks/{question}", _wait_for_ask),
    View("ask-device", "/asks/{device}", _wait_for_ask),
    View("ask-denied", "/asks/{denied}"),
    View("history", "/history"),
    View("timeline", "/notifications/{sent}"),
    View("sessions", "/sessions", _wait_for_cards),
    View("session", "/sessions/release", _wait_for_events),
    View("send", "/send", _write_message),
    View("schedules", "/schedules", _wait_for_cards),
    View("campaigns", "/campaigns", _wait_for_cards),
    View("devices", "/devices", _wait_for_devices),
    View("preferences", "/preferences"),
    View("service", "/service", _wait_for_charts),
    View("help", "/sessions", _open_help),
    View("login", "/", is_paired=False),
    View("pairing", "/pair#pair={code}", _wait_for_pairing, is_paired=False),
    View("insecure", "/", _without_secure_context, is_paired=False),
)

COMMAND = """\
set -e
npm ci
npm test
git tag --force v2.1.0
git push --force origin main v2.1.0"""

BEFORE = """\
export function total(cart) {
  let sum = 0;
  for (const item of cart.items) {
    sum += item.price * item.count;
  }
  return sum;
}"""

AFTER = """\
export function total(cart, { discount = 0 } = {}) {
  const sum = cart.items
    .filter((item) => !item.isRemoved)
    .reduce((sum, item) => sum + item.price * item.count, 0);
  return Math.round(sum * (1 - discount));
}"""

QUESTION = {
    "header": "Storage", "text": "Where should carts be stored, so that they survive a restart of the shop?",
    "options": [
        {"label": "PostgreSQL", "description": "The database that orders already use; one more table"},
        {"label": "Redis", "description": "Fast, and carts expire by themselves; a new service to run"},
        {"label": "In the browser", "description": "No server at all; a cart does not follow its owner to a phone"},
    ],
}

#: Notifications of the last day: hours ago, title, text, category.
DAY = (
    (22.4, "Nightly build passed", "412 tests in 3 min 10 s", "TASK_COMPLETE"), (21.7, "Backup finished", "2.1 GB copied and checked", "SESSION_STATUS"),
    (20.2, "Dependencies updated", "14 packages, all tests pass", "TASK_COMPLETE"), (17.5, "Certificate renewed", "shop.example.com, until 22 February", "SESSION_STATUS"),
    (11.3, "Deploy failed", "The health check of web-2 timed out after 60 s", "TASK_ERROR"), (11.1, "Deploy finished", "web-1, web-2 and web-3 run 2.0.9", "TASK_COMPLETE"),
    (9.8, "Search index rebuilt", "81,240 products in 4 min", "TASK_COMPLETE"), (8.6, "Flaky test found", "checkout.spec.js failed in 2 of 50 runs", "TASK_ERROR"),
    (8.2, "Flaky test fixed", "The clock of the cart is now injected", "TASK_COMPLETE"), (6.9, "Standup in 10 minutes", "Room 2, or the usual link", "reminder"),
    (6.1, "Review ready", "Pull request 482: carts survive a restart", "TASK_COMPLETE"), (5.2, "Load test finished", "1,200 requests a second, p99 84 ms", "TASK_COMPLETE"),
    (4.4, "Translations checked", "3 texts are missing in German", "SESSION_STATUS"), (3.7, "Image sizes reduced", "The start page is 38 % smaller", "TASK_COMPLETE"),
    (2.8, "Migration prepared", "Adds the table carts; takes about 2 s", "SESSION_STATUS"), (1.9, "Build passed", "419 tests in 3 min 2 s", "TASK_COMPLETE"),
)


def seed(server: Server, page: Page, age: Callable[[float], None] = lambda seconds: None, endpoint: str = ENDPOINT) -> dict[str, str]:
    """Pairs the logged-in page, stores the data of a working day, and returns the ids that the paths of views contain.

    :param age: is called before data that should look older, with its age in seconds.
    :param endpoint: the start of the endpoints of subscriptions.
    """
    def origin(agent: str, project: str, host: str = "studio") -> dict:
        return {"agent": agent, "project": project, "host": host, "folder": f"/home/you/{project}"}

    def begin(session: str, title: str, source: dict, **update) -> None:
        server.call("POST", "/v1/sessions", {"id": session, "title": title, "origin": source}, server.agent_key)
        server.call("PATCH", f"/v1/sessions/{session}", update, server.agent_key)

    def answer(ask: dict, button: str, words: str = "") -> None:
        page.goto(f"{server.url}/asks/{ask['id']}")
        if words:
            page.get_by_role("button", name="Deny with a message").click()
            page.get_by_label("Instruction to the agent, optional").fill(words)
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.locator(".decision .result")).to_be_visible()

    shop, api, site = origin("Claude", "shop"), origin("Codex", "api", "build-1"), origin("OpenCode", "website", "laptop")
    ids: dict[str, str] = {}
    age(86400 * 12)
    users = [f"user-{number}" for number in range(1, 87)]
    server.call("POST", "/v1/topics/maintenance/subscribers", {"users": ["owner", *users]})
    server.call("POST", "/v1/topics/releases/subscribers", {"users": ["owner", *users[:24]]})
    page.goto(f"{server.url}/pair")
    page.get_by_role("button", name="Pair this browser").click()
    expect(page.get_by_role("heading", name="This browser is paired")).to_be_visible()

    for hours, title, body, category in DAY:
        age(hours * 3600 + 20)
        ids["sent"] = server.call("POST", "/v1/notifications", {"title": title, "body": body, "category": category})["id"]
        if hours == 21.7:
            server.call("POST", "/v1/campaigns", {"to": {"topic": "maintenance"}, "notification": {"title": "Maintenance tonight", "body": "The shop is read-only from 23:00 to 23:20.", "category": "update"}})
        if hours == 9.8:
            begin("index", "Rebuild the search index", api, status="completed", operation="Done", progress={"completed": 4, "total": 4})
        if hours == 8.6:
            server.call("POST", "/v1/campaigns", {"to": {"topic": "releases"}, "notification": {"title": "Release 2.0.9 is out", "body": "Two fixes of the checkout.", "category": "update"}})
        if hours == 5.2:
            page.evaluate("fetch('/v1/notifications/read', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })")

    age(5410)
    begin("flaky", "Find out why the checkout test fails", api, status="failed", operation="The runner lost its connection", progress={"completed": 2, "total": 5})
    age(4210)
    ask = server.command("npm publish --tag next", title="Claude wants to run Bash", origin=shop, session_id="release", body="npm publish --tag next", deny_with=["message"])
    answer(ask, "Deny", "Publish to the test registry first.")
    ids["denied"] = ask["id"]
    age(3010)
    begin("landing", "Translate the landing page", site, status="running", operation="Writing index.de.html", progress={"completed": 3, "total": 7, "current_task": "Check the length of each button"})
    begin("release", "Release version 2.1.0", shop, status="running", operation="Running npm run build", progress={"completed": 5, "total": 6, "current_task": "Tag and push"})
    age(1510)
    answer(server.command("npm run build", title="Claude wants to run Bash", origin=shop, session_id="release", body="npm run build"), "Approve")
    age(610)
    server.call("POST", "/v1/notifications", {"title": "Tests passed", "body": "419 of 419, and the build is reproducible", "category": "TASK_COMPLETE", "session_id": "release"})

    tomorrow = (date.today() + timedelta(days=1)).isoformat()
    for title, body, clock, repeat in (
            ("Standup in 10 minutes", "Room 2, or the usual link", "09:20", {"every": "week", "on": ["monday", "tuesday", "wednesday", "thursday", "friday"]}),
            ("Rotate the API keys", "The keys of the payment provider end on Friday", "14:00", None), ("Check the backup", "Restore last night's copy into the test system", "08:00", {"every": "day"})):
        server.call("POST", "/v1/notifications/schedule", {
            "notification": {"title": title, "body": body, "category": "reminder"},
            "when": {"at": f"{tomorrow}T{clock}:00", "time_zone": "Europe/Berlin", **({"repeat": repeat} if repeat else {})}})
    server.call("PUT", "/v1/users/notification-preferences", {
        **server.call("GET", "/v1/users/notification-preferences"),
        "quiet_hours": {"start": "22:00", "end": "07:00", "time_zone": "Europe/Berlin", "allow_asks": True, "allow_time_sensitive": True},
        "mutes": [{"session": "landing"}]})

    age(430)
    server.call("POST", "/v1/devices/register", {
        "pairing_code": server.call("POST", "/v1/pairings", {})["code"], "name": "Firefox on Android", "platform": "web", "token": json.dumps(SUBSCRIPTION | {"endpoint": f"{endpoint}android", "origin": server.url}, separators=(",", ":")), "environment": "production", "app": "bellhop.console",
        "public_key": PUBLIC_KEY, "key_storage": "browser", "time_zone": "Europe/Berlin"})
    # Only the person's devices see this ask.
    ids["device"] = until(
        lambda: page.evaluate("fetch('/v1/asks?state=pending').then((response) => response.json()).then(({ items }) => items[0]?.id)"), "the ask about the new device")
    age(310)
    ids["masked"] = server.command(
        "curl -H 'Authorization: Bearer " + "ghp_" + "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8' https://api.example.com/v1/deploys", title="OpenCode wants to run bash", origin=site, session_id="landing",
        body="curl -H 'Authorization: Bearer ‹masked›' https://api.example.com/v1/deploys")["id"]
    age(205)
    question = server.ask({"questions": [QUESTION]}, title="Claude asks", body=QUESTION["text"], questions=[QUESTION], origin=shop, session_id="release")
    ids["question"] = question["id"]
    age(130)
    ids["change"] = server.ask(
        {"tool_name": "Edit", "tool_input": {"file_path": "/home/you/shop/src/cart.js", "old_string": BEFORE, "new_string": AFTER}, "cwd": "/home/you/shop"},
        title="Codex wants to change cart.js", body="src/cart.js: +5 −6", tool_name="Edit", origin=origin("Codex", "shop"))["id"]
    age(45)
    server.call("PATCH", "/v1/sessions/release", {"status": "waiting", "operation": "Waiting for permission to run Bash"}, server.agent_key)
    ids["command"] = server.ask(
        {"tool_name": "Bash", "tool_input": {"command": COMMAND, "description": "Release version 2.1.0", "timeout": 600000}, "agent": "claude", "cwd": "/home/you/shop"},
        title="Claude wants to run Bash", body=f"⚠ force push\n{COMMAND}", tool_name="Bash", origin=shop, session_id="release", agent_says="Release version 2.1.0",
        deny_with=["message", "interrupt"])["id"]
    age(0)
    ids["code"] = server.call("POST", "/v1/pairings", {})["code"]
    return ids
