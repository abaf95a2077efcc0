"""Long lists of asks and notifications, which the browser gets without the server."""

from __future__ import annotations

import time

from playwright.sync_api import Page, Route

#: Scrolls to the end of the list until it has all rows.
LOAD = """async (count) => {
  const list = document.querySelector(".rows");
  while (Number(list.querySelector(".row")?.getAttribute("aria-setsize")) < count) {
    list.scrollTop = list.scrollHeight;
    await new Promise((resolve) => setTimeout(resolve));
  }
}"""

#: The encoded sizes of the page and its files.
SIZES = """() => performance.getEntries().filter(({ entryType, name }) =>
  entryType === "navigation" || entryType === "resource" && name.includes("/console/")).map(({ encodedBodySize }) => encodedBodySize)"""


def stamp(seconds: float) -> str:
    """The time after some seconds, as the API writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + seconds))


def _id(index: int) -> str:
    return f"{index:08x}-0000-7000-8000-000000000000"


def serve_asks(page: Page, count: int) -> None:
    """Makes the list of pending asks long."""
    asks = [{
        "id": _id(index), "user_id": "owner", "category": "APPROVAL_REQUEST", "title": "Approval needed", "body": "npm test", "tool_name": "Bash",
        "input": f'{{"tool_input":{{"command":"npm test -- --shard {index}"}},"tool_name":"Bash"}}', "input_digest": "00", "questions": [],
        "origin": {"agent": "claude", "project": f"project-{index % 7}"}, "created_at": stamp(-index), "deadline": stamp(86400), "state": "pending",
    } for index in range(count)]
    page.route("**/v1/asks?state=pending*", lambda route: route.fulfill(json={"items": [] if "before" in route.request.url else asks}))


def serve_history(page: Page, count: int) -> None:
    """Makes the history long."""

    def answer(route: Route) -> None:
        before = int(route.request.url.partition("before=")[2].partition("-")[0] or "0", 16)
        items = [{
            "id": _id(index), "category": "TASK_COMPLETE", "title": f"Build {index}", "body": "All tests passed", "created_at": stamp(-index),
            "read_at": stamp(0), "user_id": "owner",
        } for index in range(before + 1, min(before + 100, count) + 1)]
        route.fulfill(json={"items": items, "unread": 0, "total": count})

    page.route("**/v1/notifications/history?*", answer)
