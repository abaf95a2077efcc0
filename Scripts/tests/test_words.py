"""The check of the words shown to people, and the Swift made of them."""

from __future__ import annotations

import json
import unittest

from house.checks import words
from house.words import CATALOG, GENERATED, Catalog, CatalogError, swift

from .trees import CheckTest


def unit(value: str, state: str = "translated") -> dict:
    return {"stringUnit": {"state": state, "value": value}}


def plural(one: str, other: str) -> dict:
    return {"variations": {"plural": {"one": unit(one), "other": unit(other)}}}


def catalog(**strings: tuple) -> str:
    """Keys are written with `_` for `.`; each has its English and its German."""
    entries = {
        key.replace("_", "."): {"localizations": {"en": english, "de": german}} for key, (english, german) in strings.items()
    }
    return json.dumps({"sourceLanguage": "en", "version": "1.0", "strings": entries})


GOOD = catalog(ask_title=(unit("Ask"), unit("Frage")))


class WordsTest(CheckTest):
    check = words

    def tree(self, text: str, use: str = "strings.askTitle", generated: str | None = None) -> dict[str, str]:
        made = generated if generated is not None else swift(Catalog.parse(text))
        return {CATALOG: text, GENERATED: made, "Sources/BellhopKit/A.swift": use}

    def broken(self, text: str) -> dict[str, str]:
        return self.tree(text, generated="")

    def test_a_catalog_that_is_used_and_up_to_date_is_clean(self):
        self.assert_clean(self.tree(GOOD))

    def test_an_unused_text_is_found(self):
        self.assert_found("Strings.askTitle is unused", self.tree(GOOD, use="strings.askTitles"))

    def test_an_old_swift_file_is_found(self):
        self.assert_found("run Scripts/words", self.tree(GOOD, generated="// old"))

    def test_an_untranslated_text_is_found(self):
        for german in [None, unit("", "new"), unit("Frage", "needs_review"), {"variations": {"plural": {"one": unit("a")}}}]:
            with self.subTest(german):
                self.assert_found("not translated into 'de'", self.broken(catalog(ask_title=(unit("Ask"), german))))

    def test_placeholders_must_agree(self):
        self.assert_found(
            "placeholders in 'de'", self.broken(catalog(ask_title=(unit("In %(time)@"), unit("In %(zeit)@")))))
        self.assert_found("no placeholder", self.broken(catalog(ask_title=(unit("In %@"), unit("In %@")))))

    def test_plural_forms_need_a_count(self):
        self.assert_found(
            "need %(count)lld", self.broken(catalog(ask_title=(plural("one", "more"), plural("ein", "mehr")))))

    def test_a_broken_catalog_is_found(self):
        self.assert_found("is not a string catalog", self.broken("{"))
        self.assert_found("is not a key", self.broken(catalog(Title=(unit("a"), unit("b")))))


class SwiftTest(unittest.TestCase):
    def test_each_text_becomes_one_row_with_its_accessor(self):
        made = swift(Catalog.parse(catalog(
            ask_left=(plural("%(count)lld left", "%(count)lld left"), plural("noch %(count)lld", "noch %(count)lld")),
            ask_quoted=(unit('100%% "\\%(text)@"'), unit("„%(text)@“")))))
        self.assertIn(
            'package func askLeft(count: Int) -> String { self[count == 1 ? "\\(count) left" : "\\(count) left", ', made)
        self.assertIn('package func askQuoted(text: String) -> String { self["100% \\"\\\\\\(text)\\"", "„', made)

    def test_two_keys_with_one_accessor_are_refused(self):
        with self.assertRaises(CatalogError):
            swift(Catalog.parse(catalog(a_bC=(unit("x"), unit("x")), a_b_c=(unit("x"), unit("x")))))

    def test_what_is_added_is_kept_as_xcode_writes_it(self):
        held = Catalog.parse(GOOD)
        held.add("ask.body", "Body", "Text", "Under the title.")
        self.assertEqual(["ask.body", "ask.title"], [entry.key for entry in Catalog.parse(held.json()).entries()])
        self.assertIn('"sourceLanguage" : "en"', held.json())


if __name__ == "__main__":
    unittest.main()
