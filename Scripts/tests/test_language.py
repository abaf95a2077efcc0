from house.checks import language

from .trees import CheckTest


class LanguageTest(CheckTest):
    check = language

    def test_openings_and_words_are_found_with_their_lines(self):
        source = "/// What it is.\nlet a = 1 // Meanwhile\n/// - Parameter b: Whether so.\n// Who calls it.\n"
        found = [str(finding) for finding in self.findings({"Sources/A.swift": source})]
        self.assertEqual(4, len(found))
        self.assertIn("Sources/A.swift:1: the comment begins with 'What'", found[0])
        self.assertIn("Sources/A.swift:2: 'meanwhile'", found[1])
        self.assertIn("Sources/A.swift:3: the comment begins with 'Whether'", found[2])
        self.assertIn("Sources/A.swift:4: the comment begins with 'Who'", found[3])

    def test_words_are_found_in_documents_scripts_and_integrations(self):
        for path in ("docs/a.md", "Scripts/a.py", "Scripts/a", "Integrations/a/b.js", "Integrations/a/b.test.mjs"):
            with self.subTest(path):
                self.assert_found(f"{path}:2: 'so that it'", {path: "# A\nso that it\n"})

    def test_openings_are_found_in_swift_only(self):
        self.assert_clean({"a.md": "/// What\n/// Who\n", "Scripts/a": "/// What\n", "Scripts/a.py": "/// What\n"})

    def test_other_words_and_other_files_pass(self):
        self.assert_clean({
            "Sources/A.swift": "/// Whatsoever, Offset and Thatched.\n/// A word that stands.\n",
            "docs/coverage.md": "Meanwhile\n",
            "Scripts/a.json": "Meanwhile\n",
            "Scripts/house/checks/language.py": "meanwhile\n",
            "Strings/a": "Meanwhile\n",
            "a.js": "// Meanwhile\n",
        })
