"""All views, at the widths of a phone and of a desktop."""

from __future__ import annotations

from playwright.sync_api import expect

from .case import ConsoleCase

VIEWS = ("", "history", "sessions", "send", "schedules", "campaigns", "devices", "preferences", "service", "pair")

#: Controls without an accessible name, images without a text, and ids that occur twice.
AUDIT = """() => {
  const visible = (element) => element.checkVisibility?.() ?? element.offsetParent;
  const name = (element) => (element.getAttribute("aria-label") ?? [...(element.labels ?? [])].map((label) => label.textContent).join(" ") + element.textContent + (element.title ?? "")).trim();
  const bare = [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0'][role]")].filter((element) => visible(element) && !name(element));
  const images = [...document.images].filter((image) => !image.hasAttribute("alt"));
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  return [...bare, ...images].map((element) => element.outerHTML.slice(0, 120)).concat(ids.filter((id, index) => ids.indexOf(id) !== index));
}"""

MASKED = [
    ("password=hunter2", "password=‹masked›"), ("--api-key\tabc", "--api-key\t‹masked›"), ("password=x; rm -rf /", "password=‹masked›; rm -rf /"),
    ("AKIA" + "IOSFODNN7EXAMPLE", "AKIA‹masked›"), ("xoxb-" + "1234567890-abc", "xoxb-‹masked›"), ("f --token rm -rf ~", "f --token rm -rf ~"),
    ("postgres://u:p@ss@db:5432/x", "postgres://u:‹masked›@db:5432/x"), ("-H 'Authorization: Basic dXNlcjpwYXNz'", "-H 'Authorization: Basic ‹masked›'"),
    ("curl -u ann:hunter2 https://h/x", "curl -u ann:‹masked› https://h/x"), ("git push --force origin main", "git push --force origin main"),
    ("A_TOKEN=/bin/sh; $A_TOKEN", "A_TOKEN=/bin/sh; $A_TOKEN"), ("docker run -u 1000:1000 x", "docker run -u 1000:1000 x"),
    ("-----BEGIN PRIVATE KEY-----\nMIIE" + "Ab1+" * 16 + "\n-----END PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nMIIE‹masked›\n-----END PRIVATE KEY-----"),
]


class Views(ConsoleCase):
    def test_every_view_opens_without_problems(self):
        self.server.ask({"tool_name": "Edit", "tool_input": {"file_path": "/a.txt", "old_string": "one\ntwo", "new_string": "one\nthree"}}, tool_name="Edit")
        profile, page = self.paired()
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            for view in VIEWS:
                with self.subTest(view=view, width=width):
                    page.goto(f"{self.server.url}/{view}")
                    expect(page.locator("main h1, main h2").first).to_be_visible()
                    expect(page.locator(".skeleton")).to_have_count(0)
                    self.assertEqual(page.evaluate(AUDIT), [])
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

    def test_a_key_is_created_shown_once_and_revoked(self):
        page = self.login(self.profile())
        page.goto(f"{self.server.url}/service")
        section = page.get_by_role("region", name="API keys")
        section.get_by_text("Create a key").first.click()
        section.get_by_label("Name").fill("build server")
        section.get_by_role("button", name="Create a key").click()
        key = section.locator("pre").inner_text()
        self.server.call("POST", "/v1/notifications", {"title": "Build", "body": "Done", "category": "TASK_COMPLETE"}, key)
        page.reload()
        row = section.get_by_role("row").filter(has_text="build server")
        expect(row).to_contain_text("Agent")
        expect(section.locator("pre")).to_have_count(0)
        row.get_by_role("button").click()
        page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        expect(row).to_have_count(0)
        with self.assertRaisesRegex(AssertionError, "401"):
            self.server.call("GET", "/v1/keys/current", key=key)

    def test_a_search_of_the_history_finds_what_is_not_loaded(self):
        for number in range(120):
            body = "Die Nadel" if number == 0 else f"Run {number}"
            self.server.call("POST", "/v1/notifications", {"title": "Build", "body": body, "category": "TASK_COMPLETE"})
        page = self.login(self.profile())
        page.goto(f"{self.server.url}/history")
        expect(page.locator(".list-note")).to_contain_text("121 notifications")
        page.get_by_role("searchbox").fill("nadel")
        expect(page.locator(".list-note")).to_have_text("1 notification found")
        expect(page.locator(".row")).to_contain_text("Die Nadel")
        page.keyboard.press("Escape")
        expect(page.locator(".list-note")).to_contain_text("121 notifications")

    def test_masks_follow_the_rules_of_the_server(self):
        page = self.login(self.profile())
        found = page.evaluate("(texts) => import('/console/secrets.js').then(({ mask }) => texts.map((text) => mask(text).text))", [text for text, _ in MASKED])
        self.assertEqual(found, [masked for _, masked in MASKED])
