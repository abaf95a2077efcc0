"""The console's assets: sizes, completeness, and contrast."""

from __future__ import annotations

import gzip
import re
import unittest
from pathlib import Path

ASSETS = Path(__file__).resolve().parent.parent.parent / "Server" / "Sources" / "BellhopConsole" / "Assets"
#: `docs.js` is of the page of the API.
CONSOLE_SCRIPTS = [script for script in ASSETS.glob("*.js") if script.name not in ("docs.js", "service-worker.js")]
#: Colours of texts and the surfaces below them.
ON_SURFACES = ("text", "text-2", "text-3", "accent", "danger", "warning", "success")
SURFACES = ("bg", "surface", "raised", "sunken", "code")
PAIRS = (
    ("on-accent", "accent-solid"), ("on-accent", "accent-solid-hover"), ("on-accent", "danger-solid"), ("text", "selected"),
    ("text-2", "selected"), ("text-3", "selected"), ("text", "hover"), ("text-2", "hover"), ("text-3", "hover"),
    ("accent", "accent-soft"), ("danger", "danger-soft"), ("warning", "warning-soft"), ("success", "success-soft"),
    ("text", "added"), ("text", "removed"), ("added-mark", "added"), ("removed-mark", "removed"),
)


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb` or `#rgb` (WCAG 2.2)."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[index:index + 2], 16) / 255 for index in (0, 2, 4)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Console(unittest.TestCase):
    def setUp(self):
        self.css = (ASSETS / "console.css").read_text()

    def themes(self, css: str) -> dict[str, dict[str, str]]:
        light, dark = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", block)) for block in re.findall(r":root \{(.*?)\}", css, re.DOTALL)[:2]]
        return {"light": light, "dark": {**light, **dark}}

    def test_texts_have_enough_contrast(self):
        pairs = [*PAIRS, *((text, surface) for text in ON_SURFACES for surface in SURFACES)]
        for name, colours in self.themes(self.css).items():
            for text, surface in pairs:
                with self.subTest(theme=name, text=text, surface=surface):
                    self.assertGreaterEqual(round(contrast(colours[text], colours[surface]), 2), 4.5)

    def test_the_page_of_the_api_has_the_colours_of_the_console(self):
        console = self.themes(self.css)
        for name, colours in self.themes((ASSETS / "docs.css").read_text()).items():
            self.assertGreaterEqual(round(contrast(colours["text"], colours.pop("found")), 2), 4.5)
            self.assertLessEqual(colours.items(), console[name].items())

    def test_the_worker_stores_every_script(self):
        worker = (ASSETS / "service-worker.js").read_text()
        for script in CONSOLE_SCRIPTS:
            self.assertIn(f'"{script.name}"', worker)

    def test_the_page_loads_every_script_at_once(self):
        page = (ASSETS / "index.html").read_text()
        for script in CONSOLE_SCRIPTS:
            self.assertIn(f'<link rel="modulepreload" href="/console/{script.name}">', page)

    def test_assets_name_no_other_host(self):
        for file in ASSETS.iterdir():
            if file.suffix in (".js", ".css", ".html", ".webmanifest"):
                hosts = set(re.findall(r"https?://([\w.-]+)", file.read_text())) - {"www.w3.org", "localhost"}
                self.assertEqual({host for host in hosts if not host.endswith("example.com")}, set(), file.name)
        self.assertNotRegex(self.css, r"@import|url\(")

    def test_the_page_is_small(self):
        files = [file for file in ASSETS.iterdir() if not file.name.startswith(("icon", "docs"))]
        self.assertLess(sum(len(gzip.compress(file.read_bytes())) for file in files), 100_000)
        self.assertLess(sum((ASSETS / name).stat().st_size for name in ("docs.css", "docs.js")), 32 * 1024)


if __name__ == "__main__":
    unittest.main()
