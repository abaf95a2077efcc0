"""Pages of other origins, and hostile texts in every field."""

from __future__ import annotations

import http.server
import re
import threading

from playwright.sync_api import expect

from ..browser import Profile
from .case import ConsoleCase

HOSTILE = "<img src=x onerror=alert(1)><b>b</b>\u202etxt.exe\u2066 \u200b‮ שלום مرحبا 👩‍👩‍👧🏴 \"'&lt;\\</script>"
#: Elements and characters that only a hostile text can bring to a page.
INJECTED = r"""() => [...document.querySelectorAll("img[src=x], main b, main script, main iframe")].map((element) => element.outerHTML)
  .concat(document.body.innerText.match(/[\u202a-\u202e\u2066-\u2069]/g) ?? [])"""

#: Requests that a page of another origin can send without the permission of the server.
FORGE = """async (server) => {
  const body = JSON.stringify({ title: "Forged", body: "x", category: "TASK_COMPLETE" });
  for (const type of ["text/plain", "application/x-www-form-urlencoded"])
    await fetch(`${server}/v1/notifications`, { method: "POST", mode: "no-cors", credentials: "include", headers: { "Content-Type": type }, body }).catch(() => {});
  const results = [];
  for (const options of [{}, { method: "POST", headers: { "Content-Type": "application/json" }, body }])
    results.push(await fetch(`${server}/v1/notifications`, { credentials: "include", ...options }).then(() => "read", () => "refused"));
  const socket = new WebSocket(`${server.replace("http", "ws")}/v1/events`);
  results.push(await new Promise((resolve) => { socket.onmessage = socket.onopen = () => resolve("open"); socket.onerror = () => resolve("refused"); }));
  return results;
}"""
FORM = """(server) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", enctype: "text/plain", action: `${server}/v1/notifications` });
  const input = document.createElement("input");
  Object.assign(input, { name: '{"title":"Forged","category":"TASK_COMPLETE","body":"', value: '"}' });
  form.append(input);
  document.body.append(form);
  form.submit();
}"""


class _Quiet(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Another page</title>")

    def log_message(self, *_) -> None:
        pass


class Attacks(ConsoleCase):
    def other_site(self) -> int:
        """The port of a web server of another person."""
        site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Quiet)
        threading.Thread(target=site.serve_forever, daemon=True).start()
        self.addCleanup(site.server_close)
        self.addCleanup(site.shutdown)
        return site.server_address[1]

    def titles(self) -> list[str]:
        return [item["title"] for item in self.server.call("GET", "/v1/notifications/history", key=self.server.agent_key)["items"]]

    def test_a_foreign_page_can_neither_act_nor_read_nor_frame(self):
        port = self.other_site()
        # Another port is the same site, so that the browser sends the cookie; another name is another site.
        for host in ("127.0.0.1", "localhost"):
            with self.subTest(host):
                profile = Profile(self.browser, self.server.url)
                self.addCleanup(profile.close)
                page = self.login(profile, self.server.login_link())
                self.is_live(page)
                page.goto(f"http://{host}:{port}/")
                self.assertEqual(page.evaluate(FORGE, self.server.url), ["refused"] * 3)
                page.evaluate("""(server) => new Promise((resolve) => {
                  const frame = document.createElement("iframe");
                  Object.assign(frame, { src: server, onload: resolve });
                  document.body.append(frame);
                })""", self.server.url)
                self.assertFalse(any(frame.url.startswith(self.server.url) and frame.locator("#app").count() for frame in page.frames))
                with page.expect_navigation():
                    page.evaluate(FORM, self.server.url)
                self.assertNotIn("Forged", self.titles())

    def test_pages_forbid_frames(self):
        page = self.profile().page
        for path in ("/", "/asks/1", "/pair", "/docs"):
            with self.subTest(path):
                headers = page.goto(f"{self.server.url}{path}").headers
                self.assertIn("frame-ancestors 'none'", headers["content-security-policy"])

    def test_hostile_text_in_every_field_stays_text(self):
        _, page = self.paired()
        origin = dict.fromkeys(("agent", "host", "project", "folder"), HOSTILE)
        self.server.call("POST", "/v1/sessions", {"id": "s-1", "title": HOSTILE, "origin": origin}, self.server.agent_key)
        self.server.call("PATCH", "/v1/sessions/s-1", {"operation": HOSTILE, "progress": {"completed": 1, "total": 2, "current_task": HOSTILE}}, self.server.agent_key)
        approval = self.server.ask({"tool_name": HOSTILE, "tool_input": {"command": HOSTILE, HOSTILE: HOSTILE, "file_path": HOSTILE}}, title=HOSTILE,
                                   body=HOSTILE, tool_name=HOSTILE, agent_says=HOSTILE, origin=origin, session_id="s-1",
                                   rules=[{"text": HOSTILE, "scope": "session"}])
        question = self.server.ask(HOSTILE, title=HOSTILE, body=HOSTILE, origin=origin, questions=[
            {"text": HOSTILE, "header": HOSTILE, "options": [{"label": HOSTILE, "description": HOSTILE}, {"label": "b"}]}])
        note = self.server.call("POST", "/v1/notifications", {"title": HOSTILE, "subtitle": HOSTILE, "body": HOSTILE, "category": "TASK_COMPLETE", "session_id": "s-1"})
        device, = self.server.call("GET", "/v1/devices")["items"]
        self.server.call("PATCH", f"/v1/devices/{device['id']}", {"name": "<b>b</b> שלום"})
        self.server.call("POST", "/v1/keys", {"role": "agent", "label": HOSTILE})
        for path in ("", f"asks/{approval['id']}", f"asks/{question['id']}", "history", f"notifications/{note['id']}", "sessions", "sessions/s-1", "devices", "service"):
            for width in (1280, 390):
                with self.subTest(path=path, width=width):
                    page.set_viewport_size({"width": width, "height": 800})
                    page.goto(f"{self.server.url}/{path}")
                    expect(page.locator("main h1, main h2").first).to_be_visible()
                    expect(page.locator(".skeleton")).to_have_count(0)
                    self.assertEqual(page.evaluate(INJECTED), [])
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

    def test_an_answer_of_hostile_text_is_shown_as_text(self):
        _, page = self.paired()
        ask = self.server.command("npm publish")
        self.open(page, ask)
        page.keyboard.press("d")
        page.get_by_label(re.compile("Instruction to the agent")).fill(HOSTILE)
        page.keyboard.press("Enter")
        expect(page.locator(".result-words")).to_contain_text("<img src=x")
        self.assertEqual(page.evaluate(INJECTED), [])
