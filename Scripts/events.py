"""What Swift Testing wrote of a run: its event stream, of which a program that died leaves all but the last line."""

from __future__ import annotations

import json
from pathlib import Path

#: More is no summary: whatever makes so many tests fail is said by the first of them.
SHOWN = 40


def failures(stream: Path, root: Path) -> list[str]:
    """A line for each issue that failed a test, and for each test that began and never ended."""
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
    # A suite runs for as long as its tests do: what did not end is told by the tests in it.
    unended = [test for test in running if not any(other != test and other.startswith(test) for other in running)]
    found += [f"{test}: began, and did not end" for test in unended]
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
        return "no place"
    path = location.get("filePath") or location.get("_filePath") or location.get("fileID", "")
    return f"{path.removeprefix(f'{root}/')}:{location.get('line')}"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 600 else line[:600] + "…"
