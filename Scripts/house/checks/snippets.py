"""Swift code in the documentation catalog and the README is compiled: it equals the text of a snippet."""

from __future__ import annotations

import re
import textwrap
from typing import Iterator

from ..tree import Finding, Tree

#: `<!-- Examples/File.swift#name -->` stands above the code.
SOURCE = re.compile(r"^<!-- (Examples/[\w./+-]+\.swift)(?:#(\w+))? -->$")
BEGIN = re.compile(r"^\s*// snippet\.(?!end$)(\w+)$")
END = re.compile(r"^\s*// snippet\.end$")
LINK = re.compile(r"<doc:([\w-]+)>")


def check(tree: Tree) -> Iterator[Finding]:
    pages = [path for path in tree.matching(".md") if ".docc/" in path or path == "README.md"]
    articles = {path.rpartition("/")[2].removesuffix(".md") for path in pages}
    shown = set()
    for path in pages:
        lines = tree.read(path).splitlines()
        for number, line in enumerate(lines, 1):
            for name in LINK.findall(line):
                if name not in articles:
                    yield Finding(path, number, f"there is no article {name}")
            if line.strip() != "```swift":
                continue
            source = SOURCE.match(lines[number - 2].strip()) if number > 1 else None
            if not source and path == "README.md":  # it may show more than an app's code
                continue
            if not source:
                yield Finding(path, number, "names no snippet: <!-- Examples/File.swift#name --> stands above the code")
                continue
            shown.add(source.groups())
            end = next((i for i in range(number, len(lines)) if lines[i].strip() == "```"), len(lines))
            yield from _differs(tree, path, number, source.group(1), source.group(2), "\n".join(lines[number:end]))
    for path in tree.matching(".swift"):
        if path.startswith("Examples/"):
            for name in _snippets(tree.read(path)):
                if (path, name) not in shown:
                    yield Finding(path, 1, f"snippet {name} is shown nowhere")


def _differs(tree: Tree, page: str, number: int, path: str, name: str | None, text: str) -> Iterator[Finding]:
    if not tree.has(path):
        yield Finding(page, number, f"there is no {path}")
        return
    source = tree.read(path)
    compiled = _without_marks(source) if name is None else _snippets(source).get(name)
    if compiled is None:
        yield Finding(page, number, f"{path} has no snippet {name}")
    elif compiled.strip("\n") != text.strip("\n"):
        yield Finding(page, number, f"is not what {path} has" + (f" as {name}" if name else ""))


def _without_marks(source: str) -> str:
    return "\n".join(line for line in source.splitlines() if not BEGIN.match(line) and not END.match(line))


def _snippets(source: str) -> dict[str, str]:
    """The named parts of a file, with their common indentation taken away."""
    found: dict[str, list[str]] = {}
    open_name = None
    for line in source.splitlines():
        if match := BEGIN.match(line):
            open_name = match.group(1)
            found[open_name] = []
        elif END.match(line):
            open_name = None
        elif open_name:
            found[open_name].append(line)
    return {name: textwrap.dedent("\n".join(lines)) for name, lines in found.items()}
