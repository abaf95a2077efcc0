"""Measures the console in Chromium, and prints a line for each measurement."""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from waiting import until

from .browser import Profile, chromium, launch
from .long_lists import LOAD, SIZES, serve_asks, serve_history
from .server import Server

#: Presses a key often, and returns its work in milliseconds: the handler and the frame, without the wait for the frame, which
#: lasts up to 17 ms on a screen with 60 Hz.
PRESS = """async ([key, count]) => {
  const times = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const handled = performance.now();
    const frame = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    const channel = new MessageChannel();
    await new Promise((resolve) => { channel.port1.onmessage = resolve; channel.port2.postMessage(0); });
    times.push(handled - start + performance.now() - frame);
  }
  return times;
}"""

#: Scrolls from the start to the end, one and a half screens for each frame, and returns the work of each frame in milliseconds.
SCROLL = """async () => {
  const list = document.querySelector(".rows"), channel = new MessageChannel(), times = [];
  list.scrollTop = 0;
  while (list.scrollTop + list.clientHeight < list.scrollHeight - 1) {
    const start = await new Promise(requestAnimationFrame);
    list.scrollTop += 1.5 * list.clientHeight;
    await new Promise((resolve) => { channel.port1.onmessage = resolve; channel.port2.postMessage(0); });
    times.push(performance.now() - start);
  }
  return times;
}"""

PAINT = """() => new Promise((resolve) => new PerformanceObserver((list) => {
  const paint = list.getEntriesByName("first-contentful-paint")[0];
  if (paint) resolve(paint.startTime);
}).observe({ type: "paint", buffered: true }))"""

#: Sets `drawn` to the time of the frame after the view has been drawn.
DRAWN = """new MutationObserver((_, observer) => {
  if (!document.querySelector("main h1")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (self.drawn = performance.now())));
}).observe(document, { childList: true, subtree: true });"""

#: Inputs of 512 KiB.
INPUTS = {"short lines": "a\n" * 262_144, "one line": "a" * 524_288, "invisible characters": "\u200ba" * 131_072}


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def report(name: str, text: str) -> None:
    print(f"  {name:48} {text}", flush=True)


class Benchmark:
    def __init__(self, browser: Browser, server: Server, runs: int):
        self.browser, self.server, self.runs = browser, server, runs

    def profile(self) -> Profile:
        return Profile(self.browser, self.server.url)

    def login(self, profile: Profile) -> Page:
        profile.page.goto(self.server.login_link())
        expect(profile.page.locator(".sidebar .connection")).to_have_text("Live")
        return profile.page

    def page(self) -> None:
        profile = self.profile()
        profile.context.add_init_script(DRAWN)
        page = self.login(profile)
        sizes = page.evaluate(SIZES)
        report("page and files, compressed", f"{sum(sizes) / 1000:.1f} kB in {len(sizes)} files")
        paints, drawings = [], []
        for _ in range(self.runs):
            page.goto(f"{self.server.url}/")
            until(lambda: page.evaluate("self.drawn"), "the inbox is drawn")
            paints.append(page.evaluate(PAINT))
            drawings.append(page.evaluate("self.drawn"))
        report("first paint", f"p50 {statistics.median(paints):.0f} ms, p95 {percentile(paints, 0.95):.0f} ms")
        report("inbox drawn", f"p50 {statistics.median(drawings):.0f} ms, p95 {percentile(drawings, 0.95):.0f} ms")
        profile.close()

    def keys(self) -> None:
        profile = self.profile()
        serve_asks(profile.page, 10_000)
        page = self.login(profile)
        expect(page.locator(".pane-note")).to_have_text("10,000 pending")
        times = page.evaluate(PRESS, ["j", 10 * self.runs])
        report("key press with 10,000 asks", f"p50 {percentile(times, 0.5):.1f} ms, p95 {percentile(times, 0.95):.1f} ms")
        profile.close()

    def scrolling(self) -> None:
        profile = self.profile()
        serve_history(profile.page, 5000)
        page = self.login(profile)
        page.get_by_role("link", name="History").first.click()
        expect(page.locator(".row").first).to_be_visible()
        page.evaluate(LOAD, 5000)
        times = page.evaluate(SCROLL)
        slow = sum(value > 50 for value in times)
        report("scrolling 5,000 notifications", f"{slow} of {len(times)} frames over 50 ms, p95 {percentile(times, 0.95):.1f} ms, longest {max(times):.1f} ms")
        profile.close()

    def inputs(self) -> None:
        profile = self.profile()
        page = self.login(profile)
        for name, text in INPUTS.items():
            ask = self.server.ask(text)
            page.goto(self.server.url)
            row = page.locator(".row").first
            expect(row).to_be_visible()
            page.wait_for_load_state("networkidle")
            start = time.perf_counter()
            page.goto(f"{self.server.url}/asks/{ask['id']}")
            expect(page.locator(".review .part").first).to_be_visible()
            report(f"opening an ask of 512 KiB, {name}", f"{1000 * (time.perf_counter() - start):.0f} ms with the load of the page")
            self.server.call("DELETE", f"/v1/asks/{ask['id']}", key=self.server.agent_key)
        profile.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="Scripts/bench-console")
    parser.add_argument("--built", type=Path, required=True)
    parser.add_argument("--runs", type=int, required=True)
    chosen = parser.parse_args()
    if not chromium():
        print("bench-console: skipped, because Chromium is not installed")
        return
    with tempfile.TemporaryDirectory(prefix="bellhop-console-") as folder, sync_playwright() as playwright:
        server = Server(chosen.built / "bellhop", Path(folder))
        server.start()
        try:
            browser = launch(playwright)
            print(f"The console in Chromium {browser.version}, {chosen.runs} loads, {10 * chosen.runs} key presses")
            benchmark = Benchmark(browser, server, chosen.runs)
            for measure in (benchmark.page, benchmark.keys, benchmark.scrolling, benchmark.inputs):
                measure()
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
