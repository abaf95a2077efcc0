"""Screenshots of the console in docs/images/console: every page of the gallery, in two sizes and two themes."""

from __future__ import annotations

import argparse
import base64
import json
import re
import sys
import tempfile
import time
import urllib.request
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote

from PIL import Image, ImageChops
from playwright.sync_api import Page, Route, expect, sync_playwright

from waiting import until

from .browser import Profile, launch
from .gallery import DESKTOP, PHONE, VIEWS, View, seed
from .push_service import PushService
from .server import Server

#: The time in the pictures.
NOW = datetime(2026, 11, 24, 8, 41, tzinfo=timezone.utc)
STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
#: Names of sizes, with the pixels of the picture for each of the page. The first picture of the README is larger.
SIZES = {"desktop": (DESKTOP, 1), "phone": (PHONE, 1)}
LARGE = "inbox-desktop"
#: The inbox of a desktop shows the open ask already.
LEFT_OUT = ("ask-command-desktop", "help-phone")
#: The part of different pixels that is accepted, such as measured times.
TOLERANCE = 0.0004
#: The accepted difference of a colour, which makes the files smaller by a third.
SHADE = 8
FONTS = {"Inter": ("fontpkg_inter", "Inter[opsz,wght].ttf"), "JetBrains Mono": ("fontpkg_jetbrains_mono", "JetBrainsMono[wght].ttf")}

AGENT = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

#: The figures of a longer day than the one that `seed` stores.
METRICS = "\n".join([
    *(f'bellhop_asks_resolved_total{{state="{state}"}} {count}' for state, count in (("approved", 214), ("denied", 31), ("answered", 46), ("expired", 12), ("withdrawn", 58))),
    *(f'bellhop_deliveries_total{{outcome="{outcome}"}} {count}' for outcome, count in (("sent", 1873), ("deferred", 9), ("failed", 4))),
    *(line for name, counts in (
        ("ask_to_sent", ((0.005, 12), (0.01, 141), (0.025, 302), (0.05, 347), (0.1, 359), (0.25, 361))),
        ("ask_to_answer", ((1, 4), (2.5, 38), (5, 97), (10, 171), (30, 246), (60, 272), (120, 291))),
        ("push_duration", ((0.025, 96), (0.05, 702), (0.1, 1405), (0.25, 1802), (0.5, 1866), (1, 1873))))
      for line in (*(f'bellhop_{name}_seconds_bucket{{le="{limit}"}} {count}' for limit, count in counts),
                   f'bellhop_{name}_seconds_bucket{{le="+Inf"}} {counts[-1][1]}', f"bellhop_{name}_seconds_count {counts[-1][1]}"))])

#: The browser's key, which the pages show the fingerprint of, stays the same.
KEY = """
const makeKey = crypto.subtle.generateKey.bind(crypto.subtle);
crypto.subtle.generateKey = async (algorithm, ...rest) => {
  if (algorithm.name !== "ECDSA") return makeKey(algorithm, ...rest);
  const point = { kty: "EC", crv: "P-256", x: "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY", y: "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU" };
  const load = (key, uses) => crypto.subtle.importKey("jwk", key, algorithm, !uses.includes("sign"), uses);
  return { privateKey: await load({ ...point, d: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE" }, ["sign"]), publicKey: await load(point, ["verify"]) };
};
"""


class Times:
    """Maps the times of the data to those of the story: each part of the data is as old as `seed` says."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._marks: list[tuple[datetime, datetime]] = []
        #: The server's time for each time that a page has received.
        self._originals: dict[str, str] = {}

    def age(self, seconds: float) -> None:
        # A mark must not include earlier data: pushes of which are sent later, and times have milliseconds.
        until(lambda: self._queue() == 0, "every push is sent")
        time.sleep(0.003)
        self._marks.append((datetime.now(timezone.utc), NOW - timedelta(seconds=seconds)))

    def told(self, value, key: str = "", created: str | None = None):
        """A response's JSON with the times of the story."""
        if isinstance(value, dict):
            return {name: self.told(each, name, value.get("created_at")) for name, each in value.items()}
        if isinstance(value, list):
            return [self.told(each) for each in value]
        if not isinstance(value, str) or not STAMP.fullmatch(value):
            return value
        stamp = _parsed(value)
        if key == "last_seen_at":
            story = NOW
        elif key == "next":
            story = stamp + timedelta(days=(NOW.date() - datetime.now(timezone.utc).date()).days)
        elif key in ("deadline", "expires_at") and created:
            story = self._story(_parsed(created)) + (stamp - _parsed(created))
        else:
            story = self._story(stamp)
        text = story.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self._originals[text] = value
        return text

    def original(self, url: str) -> str:
        """A request's address with the times of the server."""
        return re.sub(r"(?<=until=)[^&]+", lambda found: self._originals.get(unquote(found[0]), found[0]), url)

    def _queue(self) -> int:
        request = urllib.request.Request(f"{self._server.url}/metrics", headers={"Authorization": f"Bearer {self._server.admin_key}"})
        with urllib.request.urlopen(request, timeout=10) as response:
            return int(float(re.search(r"^bellhop_queue_depth (\S+)$", response.read().decode(), re.MULTILINE)[1]))

    def _story(self, stamp: datetime) -> datetime:
        mark = next((mark for mark in reversed(self._marks) if mark[0] <= stamp), self._marks[0])
        return min(mark[1] + (stamp - mark[0]), NOW)


def _parsed(text: str) -> datetime:
    return datetime.fromisoformat(text.removesuffix("Z")).replace(tzinfo=timezone.utc)


class Camera:
    """A browser that takes the pictures of one server."""

    def __init__(self, page: Page, images: Path, times: Times):
        self.page, self.images, self.times = page, images, times
        self.session = page.context.new_cdp_session(page)
        self.changed: list[str] = []

    def freeze(self) -> None:
        """Begins to show the times of the story."""
        self.page.context.clock.set_fixed_time(NOW)
        self.page.context.route("**/v1/**", self._rewrite)
        self.page.context.route("**/metrics", lambda route: route.fulfill(body=METRICS))

    def take(self, view: View, url: str, ids: dict[str, str]) -> None:
        for size, ((width, height), scale) in SIZES.items():
            name = f"{view.name}-{size}"
            if name in LEFT_OUT:
                continue
            scale = 2 if name == LARGE else scale
            self.page.set_viewport_size({"width": width, "height": height})
            self.session.send("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})
            for theme in ("light", "dark"):
                self.page.emulate_media(color_scheme=theme)
                if theme == "light":
                    view.open(self.page, url, ids)
                self.page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
                png = base64.b64decode(self.session.send("Page.captureScreenshot", {"format": "png"})["data"])
                self._put(self.images / f"{name}-{theme}.webp", png)

    def _put(self, path: Path, png: bytes) -> None:
        picture = Image.open(BytesIO(png)).convert("RGB")
        if path.exists() and is_similar(Image.open(path).convert("RGB"), picture):
            return
        reduced(picture).save(path, "webp", lossless=True, quality=90, method=5)
        self.changed.append(path.name)

    def _rewrite(self, route: Route) -> None:
        response = route.fetch(url=self.times.original(route.request.url))
        headers = {**response.headers, "date": format_datetime(NOW, usegmt=True)}
        body = response.text()
        route.fulfill(response=response, headers=headers, body=json.dumps(self.times.told(json.loads(body))) if body.startswith("{") else body)


def reduced(picture: Image.Image) -> Image.Image:
    """The picture with fewer shades: a rare colour becomes a frequent one that differs by at most `SHADE` in each channel."""
    shades: dict[tuple[int, ...], bytes] = {}
    kept: list[tuple[int, ...]] = []
    size = picture.width * picture.height
    for count, colour in sorted(picture.getcolors(size), reverse=True):
        near = None if count * 4000 > size else next((one for one in kept if all(abs(one[part] - colour[part]) <= SHADE for part in range(3))), None)
        if near is None:
            kept.append(colour)
        shades[colour] = bytes(near or colour)
    parts = iter(picture.tobytes())
    return Image.frombytes("RGB", picture.size, b"".join(map(shades.__getitem__, zip(parts, parts, parts))))


def is_similar(one: Image.Image, other: Image.Image) -> bool:
    if one.size != other.size:
        return False
    different = ImageChops.difference(one, other).convert("L").point(lambda value: 255 if value > 2 * SHADE else 0)
    return different.histogram()[255] <= TOLERANCE * one.width * one.height


def fonts() -> str:
    """A script that replaces the system's fonts."""
    faces = {name: base64.b64encode((files(package) / "files" / file).read_bytes()).decode() for name, (package, file) in FONTS.items()}
    return """(() => {
      for (const [name, text] of Object.entries(FACES)) document.fonts.add(new FontFace(name, Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)), { weight: "100 900" }));
      addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.setProperty("--font", "Inter");
        document.documentElement.style.setProperty("--mono", "'JetBrains Mono'");
      });
    })()""".replace("FACES", json.dumps(faces))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Scripts/screens --only console")
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("--images", type=Path, required=True)
    parser.add_argument("-k", dest="pattern", default="")
    return parser.parse_args()


def main() -> int:
    chosen = arguments()
    chosen.images.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bellhop-screens-") as folder, sync_playwright() as playwright:
        service = PushService(Path(folder) / "push")
        service.start()
        server = Server(chosen.tool, Path(folder), ("--web-push-ca", str(service.certificate), "--web-push-private-host", "localhost"))
        try:
            link, browser, times = server.start(), launch(playwright), Times(server)
            options = {"user_agent": AGENT, "timezone_id": "Europe/Berlin"}
            paired, stranger = (Profile(browser, server.url, endpoint=service.url, **options) for _ in range(2))
            for profile in (paired, stranger):
                profile.context.add_init_script(fonts() + KEY)
            paired.page.goto(link)
            expect(paired.page.locator(".sidebar .connection")).to_have_text("Live")
            ids = seed(server, paired.page, times.age, service.url)
            changed: list[str] = []
            for profile in (paired, stranger):
                camera = Camera(profile.page, chosen.images, times)
                camera.freeze()
                for view in VIEWS:
                    if view.is_paired == (profile is paired) and chosen.pattern in view.name:
                        camera.take(view, server.url, ids)
                changed += camera.changed
            if problems := paired.problems + stranger.problems:
                print("\n".join(problems), file=sys.stderr)
                return 1
        finally:
            server.stop()
            service.stop()
    for name in changed:
        print(f"written: console/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
