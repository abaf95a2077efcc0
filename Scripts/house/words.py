"""The string catalog (.xcstrings, in Xcode's format) and the Swift generated from it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

CATALOG = "Strings/Bellhop.xcstrings"
GENERATED = "Sources/BellhopKit/Strings/Strings+Generated.swift"
#: The languages by code, in the order of the columns of the Swift table (`Strings.subscript`); the first is the source language.
LANGUAGES = {"en": "English", "de": "German"}
#: The plural forms of both languages (CLDR plural rules, cardinals).
PLURALS = ("one", "other")
TYPES = {"@": "String", "lld": "Int"}

KEY = re.compile(r"[a-z][A-Za-z0-9]*(\.[a-z0-9][A-Za-z0-9]*)+")
PLACEHOLDER = re.compile(r"%(?:\((?P<name>[a-z][A-Za-z0-9]*)\)(?P<type>@|lld)|(?P<percent>%)|(?P<bad>.?))")


class CatalogError(Exception):
    """The catalog breaks a rule."""


@dataclass
class Text:
    """One text in one language: plain, or by plural form."""

    forms: dict[str, str]

    @property
    def is_plural(self) -> bool:
        return set(self.forms) != {""}

    def placeholders(self, key: str) -> dict[str, str]:
        """The Swift types of the placeholders by name, in the order of the longest form."""
        found: dict[str, str] = {}
        for form in sorted(self.forms.values(), key=len, reverse=True):
            for match in PLACEHOLDER.finditer(form):
                if match["bad"] is not None:
                    raise CatalogError(f"{CATALOG}: {key}: '{match[0]}' is no placeholder; write %(name)@, %(name)lld or %%")
                if match["name"] and found.setdefault(match["name"], TYPES[match["type"]]) != TYPES[match["type"]]:
                    raise CatalogError(f"{CATALOG}: {key}: %({match['name']}) has two types")
        return found


@dataclass
class Entry:
    key: str
    comment: str
    texts: dict[str, Text]

    @property
    def name(self) -> str:
        """The accessor: `answer.tooLate` is read as `answerTooLate`."""
        first, *rest = self.key.split(".")
        return first + "".join(part[0].upper() + part[1:] for part in rest)

    def placeholders(self) -> dict[str, str]:
        return self.texts["en"].placeholders(self.key)


class Catalog:
    def __init__(self, raw: dict):
        self.raw = raw

    @classmethod
    def parse(cls, text: str) -> "Catalog":
        try:
            raw = json.loads(text)
            raw["strings"].items()
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            raise CatalogError(f"{CATALOG}: is not a string catalog: {error}") from error
        return cls(raw)

    def json(self) -> str:
        """The catalog in Xcode's layout."""
        return json.dumps(self.raw, indent=2, ensure_ascii=False, sort_keys=True, separators=(",", " : ")) + "\n"

    def add(self, key: str, english: str, german: str, comment: str | None = None):
        entry = self.raw["strings"].setdefault(key, {"extractionState": "manual"})
        if comment:
            entry["comment"] = comment
        entry["localizations"] = {
            code: {"stringUnit": {"state": "translated", "value": value}}
            for code, value in (("en", english), ("de", german))
        }

    def entries(self) -> list[Entry]:
        """All entries, sorted by key.

        Raises CatalogError for the first incomplete entry: untranslated, or with different placeholders.
        """
        found = [_entry(key, raw) for key, raw in sorted(self.raw["strings"].items())]
        names: dict[str, str] = {}
        for entry in found:
            if other := names.get(entry.name):
                raise CatalogError(f"{CATALOG}: {entry.key} and {other} have the same accessor")
            names[entry.name] = entry.key
        return found


def _entry(key: str, raw: dict) -> Entry:
    if not KEY.fullmatch(key):
        raise CatalogError(f"{CATALOG}: {key!r} is not a key such as answer.tooLate")
    texts = {code: _text(key, code, raw.get("localizations", {}).get(code)) for code in LANGUAGES}
    wanted = texts["en"].placeholders(key)
    for code, text in texts.items():
        if text.placeholders(key) != wanted and sorted(text.placeholders(key).items()) != sorted(wanted.items()):
            raise CatalogError(f"{CATALOG}: {key}: the placeholders in '{code}' are not those in 'en'")
        if text.is_plural and "count" not in wanted:
            raise CatalogError(f"{CATALOG}: {key}: plural forms need %(count)lld")
    return Entry(key, " ".join(raw.get("comment", "").split()), texts)


def _text(key: str, code: str, raw: dict | None) -> Text:
    units = {"": raw} if raw and "stringUnit" in raw else (raw or {}).get("variations", {}).get("plural", {})
    forms = {}
    for form, unit in units.items():
        unit = unit.get("stringUnit", {})
        if unit.get("state") == "translated" and unit.get("value"):
            forms[form] = unit["value"]
    if set(forms) not in ({""}, set(PLURALS)):
        raise CatalogError(f"{CATALOG}: {key}: is not translated into '{code}'")
    return Text(forms)


HEADER = f"""\
// swift-format-ignore-file
// Generated by Scripts/words from {CATALOG}. Do not edit. One row per text: the accessor, then the text in each language.

extension Strings {{
"""


def swift(catalog: Catalog) -> str:
    return HEADER + "".join(_row(entry) for entry in catalog.entries()) + "}\n"


def _row(entry: Entry) -> str:
    wanted = entry.placeholders()
    parameters = ", ".join(f"{name}: {kind}" for name, kind in wanted.items())
    head = f"func {entry.name}({parameters}) -> String" if wanted else f"var {entry.name}: String"
    texts = ", ".join(_expression(entry.texts[code]) for code in LANGUAGES)
    return f"    package {head} {{ self[{texts}] }}\n"


def _expression(text: Text) -> str:
    if not text.is_plural:
        return _literal(text.forms[""])
    return f"count == 1 ? {_literal(text.forms['one'])} : {_literal(text.forms['other'])}"


def _literal(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + PLACEHOLDER.sub(lambda match: "%" if match["percent"] else f"\\({match['name']})", escaped) + '"'
