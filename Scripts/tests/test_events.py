"""Tests of the summary of failed tests from an event stream of Swift Testing."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

from events import SHOWN, failures

ROOT = Path("/repository")


def event(kind: str, test: str, **more) -> str:
    return json.dumps({"kind": "event", "version": 0, "payload": {"kind": kind, "testID": test, **more}})


def issue(test: str, *said: str, line: int = 3, known: bool = False, failure: bool = True) -> str:
    return event(
        "issueRecorded",
        test,
        issue={
            "isKnown": known,
            "isFailure": failure,
            "sourceLocation": {"filePath": "/repository/Tests/A.swift", "line": line},
        },
        messages=[{"symbol": "fail", "text": text} for text in said],
    )


class FailuresTest(unittest.TestCase):
    def said(self, *lines: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            stream = Path(folder) / "events.jsonl"
            stream.write_text("\n".join(lines), encoding="utf-8")
            return failures(stream, ROOT)

    def test_an_issue_is_a_line_with_its_place(self):
        self.assertEqual(
            self.said(event("testStarted", "T.a()"), issue("T.a()", "1 == 2", "in\nthe sum"), event("testEnded", "T.a()")),
            ["Tests/A.swift:3: 1 == 2 in the sum"],
        )

    def test_issues_that_fail_no_test_are_left_out(self):
        self.assertEqual(self.said(issue("T.a()", "known", known=True), issue("T.b()", "a warning", failure=False)), [])

    def test_an_issue_of_an_older_library_that_knows_no_severity_counts(self):
        line = json.loads(issue("T.a()", "1 == 2"))
        del line["payload"]["issue"]["isFailure"]
        self.assertEqual(self.said(json.dumps(line)), ["Tests/A.swift:3: 1 == 2"])

    def test_the_test_that_a_program_died_in_is_named_and_its_suite_is_not(self):
        self.assertEqual(
            self.said(
                event("testStarted", "T.Suite"),
                event("testStarted", "T.Suite/a()/A.swift:3:4"),
                event("testStarted", "T.Suite/b()/A.swift:9:4"),
                event("testEnded", "T.Suite/a()/A.swift:3:4"),
                '{"kind": "event", "payl',
            ),
            ["T.Suite/b()/A.swift:9:4: started and did not end"],
        )

    def test_many_are_counted(self):
        found = self.said(*(issue("T.a()", "no", line=line) for line in range(SHOWN + 5)))
        self.assertEqual((len(found), found[-1]), (SHOWN + 1, "and 5 more"))

    def test_a_run_that_never_began_left_no_stream(self):
        self.assertEqual(failures(Path("/nowhere/events.jsonl"), ROOT), [])
