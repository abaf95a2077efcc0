"""The texts shown to people are translated and used, and the generated Swift file is up to date."""

from __future__ import annotations

import re
from typing import Iterator

from ..tree import PRODUCT, Finding, Tree
from ..words import CATALOG, GENERATED, Catalog, CatalogError, swift


def check(tree: Tree) -> Iterator[Finding]:
    if not tree.has(CATALOG):
        return
    try:
        catalog = Catalog.parse(tree.read(CATALOG))
        text = swift(catalog)
    except CatalogError as error:
        yield Finding(CATALOG, 1, str(error).removeprefix(f"{CATALOG}: "))
        return
    if not tree.has(GENERATED) or tree.read(GENERATED) != text:
        yield Finding(GENERATED, 1, "is not what the catalog says: run Scripts/words")
    used: set[str] = set()
    for path in tree.matching(".swift"):
        if path.startswith(PRODUCT) and path != GENERATED:
            used.update(re.findall(r"\b[a-z][A-Za-z0-9]*\b", tree.read(path)))
    for entry in catalog.entries():
        if entry.name not in used:
            yield Finding(CATALOG, 1, f"{entry.key}: Strings.{entry.name} is unused")
