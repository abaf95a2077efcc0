"""Every page, audited by axe-core against WCAG 2.2 A and AA and its best practices, in both themes, at two widths."""

from __future__ import annotations

from importlib.resources import files

from playwright.sync_api import Page, expect

from ..gallery import DESKTOP, PHONE, VIEWS, View, seed
from .case import ConsoleCase

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: Operations and fields resemble each other. Two of each chapter remain, because axe-core needs 25 s for all.
REST = "section > article:nth-of-type(n+3), #contents li:nth-child(n+3)"
AUDIT = """async (rules) => {
  const found = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
  const reason = ({ any, all, none }) => [...any, ...all, ...none].map(({ message }) => message).join("; ");
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${reason(node)}`));
}"""


def _shorten_docs(page: Page) -> None:
    expect(page.get_by_role("heading", name="Get a key")).to_be_visible()
    page.evaluate("(rest) => document.querySelectorAll(rest).forEach((element) => element.remove())", REST)


class Accessibility(ConsoleCase):
    def test_every_page_is_accessible_on_a_desktop(self):
        self.audit_all(DESKTOP)

    def test_every_page_is_accessible_on_a_phone(self):
        self.audit_all(PHONE)

    def audit_all(self, size: tuple[int, int]) -> None:
        # The content security policy does not concern scripts that the browser's protocol evaluates.
        axe = (files("axe_playwright_python") / "axe.min.js").read_text()
        profile, stranger = self.profile(), self.profile().page
        ids = seed(self.server, self.login(profile))
        for view in (*VIEWS, View("docs", "/docs", _shorten_docs, is_paired=False)):
            page = profile.page if view.is_paired else stranger
            page.set_viewport_size(dict(zip(("width", "height"), size)))
            page.emulate_media(color_scheme="light")
            view.open(page, self.server.url, ids)
            page.evaluate(axe)
            with self.subTest(view=view.name):
                self.assertEqual(page.evaluate(AUDIT, RULES), [])
            # Only the contrast differs between the themes.
            page.emulate_media(color_scheme="dark")
            with self.subTest(view=view.name, theme="dark"):
                self.assertEqual(page.evaluate(AUDIT, ["color-contrast"]), [])
