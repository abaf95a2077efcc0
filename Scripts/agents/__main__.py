"""Runs the cases concurrently, because they spend most of their time waiting for agents."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

from . import recording
from .bench import Tools
from .cases.case import BenchCase
from .packages import DOCUMENT, NEWEST, documented, pins

ROOT = Path(__file__).resolve().parent.parent.parent


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Scripts/test-agents")
    parser.add_argument("--built", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("-k", dest="pattern", default="")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--newest", action="store_true")
    parser.add_argument("--record", action="store_true")
    return parser.parse_args()


def tools(built: Path) -> Tools:
    import claude_agent_sdk
    import codex_cli_bin

    return Tools(
        bellhop=built / "bellhop", hook=built / "bellhop-hook",
        claude=Path(claude_agent_sdk.__file__).parent / "_bundled" / "claude",
        codex=Path(codex_cli_bin.__file__).parent / "bin" / "codex")


def versions(found: Tools) -> dict[str, str]:
    """The versions that the agents report, by package."""
    said = {
        package: subprocess.run([str(program), "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
        for package, program in (("claude-agent-sdk", found.claude), ("openai-codex-cli-bin", found.codex))
    }
    return {package: next(word for word in text.split() if word[0].isdigit()) for package, text in said.items()}


def cases(pattern: str) -> list[unittest.TestCase]:
    found: list[unittest.TestCase] = []

    def add(suite):
        for each in suite:
            add(each) if isinstance(each, unittest.TestSuite) else found.append(each)

    add(unittest.defaultTestLoader.discover(str(Path(__file__).parent / "cases"), top_level_dir=str(ROOT / "Scripts")))
    # unittest reports a module that cannot be imported as a case, which is always included.
    return [case for case in found if pattern in case.id() or "_FailedTest" in case.id()]


class Run:
    """The results of the cases so far."""

    def __init__(self):
        self.failures: list[tuple[str, str]] = []
        self.known: list[str] = []
        self._lock = threading.Lock()

    def carry_out(self, case: unittest.TestCase) -> None:
        result = unittest.TestResult()
        start = time.monotonic()
        case(result)
        seconds = time.monotonic() - start
        name = case.id().removeprefix("agents.cases.")
        problems = [trace for _, trace in result.failures + result.errors]
        if result.unexpectedSuccesses:
            problems.append("The case passes: remove expectedFailure.")
        known = result.expectedFailures + result.skipped
        word = "FAILED" if problems else "known " if known else "ok    "
        with self._lock:
            print(f"{word} {seconds:5.1f} s  {name}", *(f"\n       {why}" for _, why in result.skipped), flush=True)
            self.failures += [(name, problem) for problem in problems]
            self.known += [name for _ in known]


def main() -> int:
    chosen = arguments()
    found = tools(chosen.built)
    actual = versions(found)
    print("Claude Code {claude-agent-sdk}, Codex {openai-codex-cli-bin}".format(**actual))
    if chosen.newest:
        print(", ".join(f"{name} {metadata.version(name)} (tested: {pins()[name]})" for name in NEWEST))
    runs = chosen.cache / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    BenchCase.tools, BenchCase.keeps_folders = found, chosen.keep
    BenchCase.base = Path(tempfile.mkdtemp(dir=runs, prefix=""))
    start = time.monotonic()
    run, selected = Run(), cases(chosen.pattern)
    try:
        with ThreadPoolExecutor(max_workers=chosen.jobs) as pool:
            list(pool.map(run.carry_out, selected))
        events = list(recording.read(BenchCase.base.glob("events/*/*.json")))
    finally:
        if not chosen.keep:
            shutil.rmtree(BenchCase.base, ignore_errors=True)
    if chosen.record:
        recording.record(events)
    drift = sorted(recording.drift(events))
    if chosen.newest:
        drift += [] if chosen.pattern else sorted(recording.missing(events))
    else:
        table = documented((ROOT / DOCUMENT).read_text())
        drift += [
            f"{DOCUMENT} says {package} has version {table.get(package, ('none',))[0]}, it has {version}"
            for package, version in actual.items() if table.get(package, ("none",))[0] != version
        ]
    report(run, selected, drift, time.monotonic() - start, chosen)
    return 1 if run.failures or drift or not selected else 0


def report(run: Run, selected: list, drift: list[str], seconds: float, chosen: argparse.Namespace) -> None:
    for name, problem in run.failures:
        print(f"\n==> {name}\n{problem}", file=sys.stderr)
    if drift:
        print("\n==> Differences of the newest versions" if chosen.newest else "\n==> Differences from known_fields.json", file=sys.stderr)
        print("\n".join(drift), file=sys.stderr)
    elif chosen.newest:
        print("The same events and fields as in the tested versions.")
    if chosen.keep:
        print(f"Kept: {BenchCase.base}")
    known = f", {len(run.known)} known races" if run.known else ""
    print(f"{len(selected)} cases in {seconds:.0f} s, {len(run.failures)} problems{known}.")


if __name__ == "__main__":
    sys.exit(main())
