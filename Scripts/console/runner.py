"""The cases of one process, which has a browser of its own."""

from __future__ import annotations

import argparse
import atexit
import time
import unittest
from pathlib import Path

from playwright.sync_api import sync_playwright

from .browser import launch
from .cases.case import ConsoleCase

ROOT = Path(__file__).resolve().parent.parent


def cases(pattern: str) -> list[unittest.TestCase]:
    found: list[unittest.TestCase] = []

    def add(suite):
        for each in suite:
            add(each) if isinstance(each, unittest.TestSuite) else found.append(each)

    add(unittest.defaultTestLoader.discover(str(Path(__file__).parent / "cases"), top_level_dir=str(ROOT)))
    # unittest reports a module that cannot be imported as a case, which is always included.
    return [case for case in found if pattern in case.id() or "_FailedTest" in case.id()]


def begin(chosen: argparse.Namespace, base: Path) -> None:
    """Starts a process' browser."""
    ConsoleCase.tool, ConsoleCase.base, ConsoleCase.keeps_folders = chosen.built / "bellhop", base, chosen.keep
    playwright = sync_playwright().start()
    ConsoleCase.browser = launch(playwright)
    atexit.register(playwright.stop)


def run(name: str) -> list[tuple[str, str]]:
    """Runs a case and returns its problems, as the name of the case or part of it and a trace."""
    case, = [case for case in cases(name) if case.id() == name]
    result, start = unittest.TestResult(), time.monotonic()
    case(result)
    problems = result.failures + result.errors
    word = "FAILED" if problems else "skip  " if result.skipped else "ok    "
    lines = [f"{word} {time.monotonic() - start:5.1f} s  {short(name)}"]
    lines += [f"       {why}" for why in getattr(case, "notes", []) + [why for _, why in result.skipped]]
    print("\n".join(lines), flush=True)
    return [(short(part.id()), trace) for part, trace in problems]


def short(name: str) -> str:
    return name.removeprefix("console.cases.")
