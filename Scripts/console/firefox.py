"""Firefox, driven by WebDriver BiDi, whose pushes come from a local service."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from websockets.sync.client import connect

from waiting import PATIENCE, until

PROGRAMS = ("firefox-esr", "firefox")
MAC = Path("/Applications/Firefox.app/Contents/MacOS/firefox")
INSTALL = "Firefox is not installed (Debian: apt-get install firefox-esr; macOS: brew install --cask firefox)."
ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")

PREFERENCES = {
    "dom.push.testing.allowInsecureServerURL": True, "dom.push.connection.enabled": True,
    "dom.push.retryBaseInterval": 100, "dom.push.testing.ignorePermission": True, "permissions.default.desktop-notification": 1,
    # Without a desktop session the system shows no notifications.
    "alerts.useSystemBackend": False,
    "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False, "toolkit.telemetry.enabled": False,
}


def firefox() -> str | None:
    """The path of an installed Firefox; None if there is none."""
    chosen = os.environ.get("FIREFOX") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    return chosen or (str(MAC) if MAC.exists() else None)


class ScriptError(AssertionError):
    """An exception in the page."""


class Firefox:
    """A Firefox with a new profile and one page."""

    def __init__(self, folder: Path, push_url: str):
        self.profile, self.log, self.push_url = folder / "firefox", folder / "firefox.log", push_url
        self.process: subprocess.Popen | None = None
        self._commands = 0

    def start(self) -> None:
        self.profile.mkdir()
        preferences = {**PREFERENCES, "dom.push.serverURL": self.push_url}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
        (self.profile / "user.js").write_text("\n".join(lines))
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [firefox(), "--headless", "--no-remote", "--profile", str(self.profile), "--remote-debugging-port", "0"],
                stdout=log, stderr=subprocess.STDOUT, env={**os.environ, "HOME": str(self.profile.parent), "MOZ_CRASHREPORTER_DISABLE": "1"})
        self._socket = connect(f"{until(self._address, 'Firefox prints its address')}/session", max_size=None)
        self._call("session.new", capabilities={})
        self._page = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def open(self, url: str) -> None:
        self._call("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def evaluate(self, body: str, *arguments):
        """The JSON result of the body of an asynchronous function, which runs as if a person had caused it.

        :raises ScriptError: when it throws.
        """
        result = self._call(
            "script.callFunction", functionDeclaration=f"async (...args) => JSON.stringify(await (async (...args) => {{ {body} }})(...args.map(JSON.parse)))",
            arguments=[{"type": "string", "value": json.dumps(argument)} for argument in arguments],
            target={"context": self._page}, awaitPromise=True, userActivation=True)
        if result["type"] == "exception":
            raise ScriptError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"]) if "value" in result["result"] else None

    def text(self, selector: str) -> str:
        """The text of the first element; empty without one."""
        return self.evaluate("return document.querySelector(args[0])?.innerText ?? ''", selector)

    def shows(self, selector: str, text: str) -> None:
        """Waits until the element contains a text."""
        until(lambda: text in self.text(selector), f"{selector} shows “{text}”")

    def click(self, selector: str, text: str = "") -> None:
        """Clicks the first enabled element that contains a text, as soon as there is one."""
        script = """const found = [...document.querySelectorAll(args[0])].find((element) => !element.disabled && element.innerText.includes(args[1]));
          found?.click(); return Boolean(found)"""
        until(lambda: self.evaluate(script, selector, text), f"{selector} with “{text}” can be clicked")

    def notifications(self) -> list[dict]:
        """The notifications on the screen."""
        return self.evaluate("""const all = await (await navigator.serviceWorker.ready).getNotifications();
          return all.map(({ title, body, tag, actions }) => ({ title, body, tag, actions: (actions ?? []).map(({ action }) => action) }))""")

    def _address(self) -> str | None:
        if self.process.poll() is not None:
            raise AssertionError(f"Firefox ended with {self.process.returncode}: {self.log.read_text()[-2000:]}")
        found = ADDRESS.search(self.log.read_text())
        return found and found[1]

    def _call(self, method: str, **parameters) -> dict:
        self._commands += 1
        self._socket.send(json.dumps({"id": self._commands, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("id") == self._commands:
                if message["type"] == "error":
                    raise AssertionError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]
