"""Chromium, with a record of everything that a page must not do."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"

#: Replaces the push service, which a browser without a network lacks, and reports violations of the content security policy.
PREPARATION = """
(() => {
  const point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  const make = (options) => ({
    endpoint: "ENDPOINT" + (localStorage.testEndpoint ??= crypto.randomUUID()), options,
    toJSON() { return { endpoint: this.endpoint, expirationTime: null, keys: { p256dh: point, auth: "BTBZMqHH6r4Tts7J_aSIgg" } }; },
    unsubscribe: async () => true,
  });
  let subscription = null;
  if (window.PushManager) {
    PushManager.prototype.getSubscription = async () => subscription;
    PushManager.prototype.subscribe = async (options) => (subscription = make(options));
  }
  if (window.Notification) Object.defineProperty(Notification, "permission", { get: () => "granted", configurable: true });
  if (window.Notification) Notification.requestPermission = async () => "granted";
  document.addEventListener("securitypolicyviolation", (event) => console.error("CSP " + event.violatedDirective + " " + event.blockedURI));
})();
"""


#: The start of the endpoints of subscriptions.
ENDPOINT = "https://fcm.googleapis.com/fcm/send/"


def chromium() -> str | None:
    """The path of an installed Chromium or Chrome; None if there is none."""
    chosen = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    return chosen or (MAC if Path(MAC).exists() else None)


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=chromium(), headless=True, args=["--no-sandbox"])


class Profile:
    """A browser profile: its own cookies, storage and service worker."""

    def __init__(self, browser: Browser, origin: str, endpoint: str = ENDPOINT, **options):
        self.origin = origin
        self.problems: list[str] = []
        self.context: BrowserContext = browser.new_context(
            permissions=["notifications"],
            **{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce", **options})
        self.context.set_default_timeout(20_000)
        self.context.add_init_script(PREPARATION.replace("ENDPOINT", endpoint))
        self.context.on("request", self._check_host)
        self.context.on("page", self._watch)
        self.page: Page = self.context.new_page()

    def close(self) -> None:
        self.context.close()

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("console", self._check_message)

    def _check_message(self, message) -> None:
        # The browser itself reports refused and failed requests: before the login, and while the server is stopped.
        if message.type == "error" and not message.text.startswith("Failed to load resource") and "WebSocket connection" not in message.text:
            self.problems.append(f"console: {message.text}")

    def _check_host(self, request) -> None:
        if urlsplit(request.url).scheme in ("http", "https", "ws", "wss") and urlsplit(request.url).netloc != urlsplit(self.origin).netloc:
            self.problems.append(f"another host: {request.url}")
