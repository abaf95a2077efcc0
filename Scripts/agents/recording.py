"""Records the inputs of hooks, and compares them with the recorded fields."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Iterable, Iterator

KNOWN = Path(__file__).resolve().parent / "known_fields.json"

#: The tools whose input fields Bellhop interprets. The inputs of other tools are shown as they are.
READ_TOOLS = {"Bash", "Edit", "Write", "ExitPlanMode", "AskUserQuestion", "apply_patch", "request_user_input"}

#: Replaces bellhop-hook. It records the input and then executes the real program in the same process, so that process id, parent
#: and standard output are unchanged.
_SCRIPT = """#!/bin/sh
case " $* " in *" --version "*|*" --help "*|*" --late "*|*" --watch "*) exec {real} "$@" ;; esac
kept=$(mktemp {folder}/XXXXXXXX) || exec {real} "$@"
cat > "$kept"
mv "$kept" "$kept.json"
exec {real} "$@" < "$kept.json"
"""


class Recorder:
    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True)

    def install(self, path: Path, real: Path) -> None:
        path.write_text(_SCRIPT.format(real=shlex.quote(str(real)), folder=shlex.quote(str(self.folder))))
        path.chmod(0o755)

    def events(self, name: str | None = None) -> list[dict]:
        """The recorded events, in order."""
        files = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
        return [event for event in read(files) if name is None or event.get("hook_event_name") == name]

    @staticmethod
    def add_options(settings: Path, agent: str, options: Iterable[str]) -> None:
        """Adds options after the agent's name in every hook of Bellhop, as a person would by hand."""
        text = settings.read_text()
        words = [agent, *options]
        command = re.compile(rf"(bellhop-hook['\"\\]* ){agent}\b")
        # The list continues with the options of setup.
        as_list = f'"args": {json.dumps([agent])}'[:-1]
        if as_list in text:
            text = text.replace(as_list, f'"args": {json.dumps(words)}'[:-1])
        elif command.search(text):
            text = command.sub(rf"\g<1>{' '.join(words)}", text)
        else:
            raise AssertionError(f"no hook of Bellhop's found in {settings}:\n{text}")
        settings.write_text(text)


def read(files: Iterable[Path]) -> Iterator[dict]:
    """The events in `files`. A hook that was stopped before it received input leaves an empty file."""
    for file in files:
        text = file.read_text()
        if text:
            yield json.loads(text)


def known() -> dict[str, dict[str, list[str]]]:
    """The recorded fields of the pinned versions, by agent and event, and by event and tool."""
    return json.loads(KNOWN.read_text())


def agent_of(event: dict) -> str:
    """Both agents send the same events; those of Codex contain a turn id."""
    return "codex" if "turn_id" in event or ".codex/" in str(event.get("transcript_path", "")) else "claude"


def fields(events: Iterable[dict]) -> dict[str, dict[str, list[str]]]:
    """The fields of `events` and of the inputs of known tools, in the form of :func:`known`."""
    found: dict[str, dict[str, set[str]]] = {}
    for event in events:
        kinds, name = found.setdefault(agent_of(event), {}), event.get("hook_event_name", "?")
        kinds.setdefault(name, set()).update(event)
        given = event.get("tool_input")
        if event.get("tool_name") in READ_TOOLS and isinstance(given, dict):
            kinds.setdefault(f"{name} of {event['tool_name']}", set()).update(given)
    return {
        agent: {name: sorted(names) for name, names in sorted(kinds.items())} for agent, kinds in sorted(found.items())
    }


def drift(events: Iterable[dict]) -> Iterator[str]:
    """One line for each new event or field."""
    expected = known()
    for agent, kinds in fields(events).items():
        for name, names in kinds.items():
            if name not in expected.get(agent, {}):
                yield f"{agent}: {name} is new, with the fields {', '.join(names)}"
                continue
            for field in names:
                if field not in expected[agent][name]:
                    yield f"{agent}: {name} has a new field {field}"


def missing(events: Iterable[dict]) -> Iterator[str]:
    """One line for each known event or field that is not in `events`, the events of all cases."""
    seen = fields(events)
    for agent, kinds in known().items():
        for name, names in kinds.items():
            if name not in seen.get(agent, {}):
                yield f"{agent}: {name} was not sent"
                continue
            for field in sorted({*names} - {*seen[agent][name]}):
                yield f"{agent}: {name} no longer has {field}"


def record(events: Iterable[dict]) -> None:
    """Adds the fields of `events` to the known fields."""
    merged = known()
    for agent, kinds in fields(events).items():
        for name, names in kinds.items():
            before = merged.setdefault(agent, {}).get(name, [])
            merged[agent][name] = sorted({*before, *names})
    ordered = {agent: dict(sorted(kinds.items())) for agent, kinds in sorted(merged.items())}
    KNOWN.write_text(json.dumps(ordered, indent=2) + "\n")
