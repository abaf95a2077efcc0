"""Runs the cases one after the other: the browser's tests measure times, and Playwright belongs to one thread."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
import unittest
from pathlib import Path

from playwright.sync_api import sync_playwright

from .browser import launch
from .cases.case import ConsoleCase

ROOT = Path(__file__).resolve().parent.parent


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Scripts/test-console")
    parser.add_argument("--built", type=Path, required=True)
    parser.add_argument("-k", dest="pattern", default="")
    parser.add_argument("--keep", action="store_true")
    return parser.parse_args()


def cases(pattern: str) -> list[unittest.TestCase]:
    found: list[unittest.TestCase] = []

    def add(suite):
        for each in suite:
            add(each) if isinstance(each, unittest.TestSuite) else found.append(each)

    add(unittest.defaultTestLoader.discover(str(Path(__file__).parent / "cases"), top_level_dir=str(ROOT)))
    # unittest reports a module that cannot be imported as a case, which is always included.
    return [case for case in found if pattern in case.id() or "_FailedTest" in case.id()]


def main() -> int:
    chosen = arguments()
    base = Path(tempfile.mkdtemp(prefix="bellhop-console-"))
    ConsoleCase.tool, ConsoleCase.base, ConsoleCase.keeps_folders = chosen.built / "bellhop", base, chosen.keep
    selected, failures, start = cases(chosen.pattern), 0, time.monotonic()
    try:
        with sync_playwright() as playwright:
            ConsoleCase.browser = launch(playwright)
            for case in selected:
                failures += not passes(case)
    finally:
        if chosen.keep:
            print(f"Kept: {base}")
        else:
            shutil.rmtree(base, ignore_errors=True)
    print(f"{len(selected)} cases in {time.monotonic() - start:.0f} s, {failures} problems.")
    return 1 if failures or not selected else 0


def passes(case: unittest.TestCase) -> bool:
    result, start = unittest.TestResult(), time.monotonic()
    case(result)
    problems = result.failures + result.errors
    word = "FAILED" if problems else "skip  " if result.skipped else "ok    "
    name = case.id().removeprefix("console.cases.")
    print(f"{word} {time.monotonic() - start:5.1f} s  {name}", *(f"\n       {why}" for _, why in result.skipped), flush=True)
    for _, trace in problems:
        print(trace, file=sys.stderr)
    return not problems


if __name__ == "__main__":
    sys.exit(main())
