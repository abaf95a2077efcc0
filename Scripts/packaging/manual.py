"""Manual pages, generated from the help of the programs."""

from __future__ import annotations

import re
from typing import Iterator


def pages(tool: dict, hook: dict, version: str) -> dict[str, str]:
    """The pages by file name: one for `bellhop`, and one for each of its commands with its subcommands.

    `bellhop hook` has the page of the program `bellhop-hook`, whose options are the same.

    :param tool: the command of `bellhop --experimental-dump-help`; `hook` that of `bellhop-hook`.
    """
    commands = [command for command in _shown(tool, "subcommands") if command["commandName"] not in ("help", "hook")]
    others = [f"bellhop-{command['commandName']}" for command in commands] + ["bellhop-hook"]
    found = {"bellhop.1": _page(tool, "bellhop", version, others)}
    for command in commands:
        name = f"bellhop-{command['commandName']}"
        found[f"{name}.1"] = _page(command, f"bellhop {command['commandName']}", version, ["bellhop"])
    found["bellhop-hook.1"] = _page(hook, "bellhop-hook", version, ["bellhop", "bellhop-setup"])
    return found


def _page(command: dict, call: str, version: str, related: list[str]) -> str:
    title = call.replace(" ", "-")
    lines = [
        f'.TH {_text(title.upper())} 1 "" "Bellhop {version}"', ".nh", ".SH NAME",
        f"{_text(title)} \\- {_text(_summary(command))}", ".SH SYNOPSIS", *_synopsis(command, call),
    ]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *_paragraphs(command["discussion"])]
    if options := list(_options(command)):
        lines += [".SH OPTIONS", *options]
    lines += _subcommands(command, call, ".SH COMMANDS") if call != "bellhop" else _list(command)
    lines += [".SH SEE ALSO", ", ".join(f"\\fB{_text(name)}\\fR(1)" for name in related)]
    return "\n".join(lines) + "\n"


def _list(command: dict) -> list[str]:
    lines = [".SH COMMANDS"]
    for inner in _shown(command, "subcommands"):
        if inner["commandName"] != "help":
            lines += [".TP", f"\\fBbellhop {_text(inner['commandName'])}\\fR", _text(inner.get("abstract", ""))]
    return lines


def _subcommands(command: dict, call: str, heading: str | None) -> list[str]:
    lines = []
    for inner in _shown(command, "subcommands"):
        name = f"{call} {inner['commandName']}"
        if heading:
            lines.append(heading)
            heading = None
        lines += [f".SS {_text(name)}", *_synopsis(inner, name), ".PP", _text(inner.get("abstract", ""))]
        if inner.get("discussion"):
            lines += [".PP", *_paragraphs(inner["discussion"])]
        lines += [*_options(inner), *_subcommands(inner, name, None)]
    return lines


def _synopsis(command: dict, call: str) -> list[str]:
    words = [f"\\fB{_text(call)}\\fR"]
    if any(it["kind"] != "positional" for it in _shown(command, "arguments")):
        words.append("[options]")
    for argument in _shown(command, "arguments"):
        if argument["kind"] == "positional":
            name = f"\\fI{_text(argument['valueName'])}\\fR" + (" ..." if argument["isRepeating"] else "")
            words.append(f"[{name}]" if argument["isOptional"] else name)
    if _shown(command, "subcommands"):
        words.append("[\\fIcommand\\fR]")
    return [" ".join(words)]


def _options(command: dict) -> Iterator[str]:
    for argument in _shown(command, "arguments"):
        if command["commandName"] != "bellhop" and argument.get("preferredName", {}).get("name") in ("help", "version"):
            continue  # as in every command; the page of `bellhop` has both
        value = f"\\fI{_text(argument['valueName'])}\\fR" if "valueName" in argument else ""
        if argument["kind"] == "positional":
            label = value
        else:
            names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
            label = ", ".join(f"\\fB{_text(name)}\\fR" for name in names)
            if argument["kind"] == "option":
                label += f" {value}"
        yield ".TP"
        yield label
        default = argument.get("defaultValue")
        suffix = f" (default: {default})" if default else ""
        yield from _paragraphs(argument.get("abstract", "") + suffix, between=".IP") or [""]


def _summary(command: dict) -> str:
    return command.get("abstract", "").rstrip(".")


def _shown(command: dict, key: str) -> list[dict]:
    return [it for it in command.get(key, []) if it.get("shouldDisplay", True)]


def _paragraphs(text: str, between: str = ".PP") -> list[str]:
    """Paragraphs as lines. Indented lines keep their breaks."""
    lines: list[str] = []
    for part in text.strip("\n").split("\n\n"):
        if lines:
            lines.append(between)
        for line in part.split("\n"):
            if line.startswith("  ") or "\n  " in part:
                lines += [_text(line) or "\\&", ".br"]
            else:
                lines.append(_text(line))
    return lines


def _text(text: str) -> str:
    """Text as roff, with `code` in bold. No line is a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha").replace("~", "\\(ti")
    escaped = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", escaped).replace("`", "\\(ga")
    escaped = "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in escaped)
    return "\\&" + escaped if escaped.startswith(".") else escaped
