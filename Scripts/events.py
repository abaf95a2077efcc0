"""Failures in the event stream of a Swift Testing run. The last line is incomplete when the program crashed."""

from __future__ import annotations

import json
from pathlib import Path

#: The maximum number of lines. More failures usually have the cause of the first ones.
SHOWN = 40


def failures(stream: Path, root: Path) -> list[str]:
    """A line for each issue that failed a test, and for each test that did not end."""
    found, running = [], {}
    for event in _events(stream):
        kind, test = event.get("kind"), event.get("testID", "")
        if kind == "testStarted":
            running[test] = True
        elif kind in ("testEnded", "testSkipped"):
            running.pop(test, None)
        elif kind == "issueRecorded":
            issue = event.get("issue", {})
            if issue.get("isKnown") or issue.get("isFailure") is False:
                continue
            said = " ".join(message.get("text", "") for message in event.get("messages", []))
            found.append(f"{_place(issue.get('sourceLocation'), root)}: {_one_line(said)}")
    # An unfinished suite is represented by its unfinished tests.
    unended = [test for test in running if not any(other != test and other.startswith(test) for other in running)]
    found += [f"{test}: started and did not end" for test in unended]
    if len(found) > SHOWN:
        found[SHOWN:] = [f"and {len(found) - SHOWN} more"]
    return found


def _events(stream: Path):
    try:
        lines = stream.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if record.get("kind") == "event":
            yield record.get("payload", {})


def _place(location: dict | None, root: Path) -> str:
    if not location:
        return "unknown location"
    path = location.get("filePath") or location.get("_filePath") or location.get("fileID", "")
    return f"{path.removeprefix(f'{root}/')}:{location.get('line')}"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 600 else line[:600] + "…"
