"""Runs the cases in processes with a browser each, because Playwright belongs to one thread."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from .runner import begin, cases, run


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Scripts/test-console")
    parser.add_argument("--built", type=Path, required=True)
    parser.add_argument("-k", dest="pattern", default="")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def main() -> int:
    chosen = arguments()
    base = Path(tempfile.mkdtemp(prefix="bellhop-console-"))
    names, start = [case.id() for case in cases(chosen.pattern)], time.monotonic()
    try:
        with ProcessPoolExecutor(chosen.jobs, get_context("spawn"), begin, (chosen, base)) as pool:
            failures = [failure for failures in pool.map(run, names) for failure in failures]
    finally:
        if chosen.keep:
            print(f"Kept: {base}")
        else:
            shutil.rmtree(base, ignore_errors=True)
    for name, trace in failures:
        print(f"\n==> {name}\n{trace}", file=sys.stderr)
    print(f"{len(names)} cases in {time.monotonic() - start:.0f} s, {len(failures)} problems.")
    return 1 if failures or not names else 0


if __name__ == "__main__":
    sys.exit(main())
