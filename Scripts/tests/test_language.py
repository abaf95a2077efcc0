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

    def test_other_words_and_other_files_pass(self):
        self.assert_clean({
            "Sources/A.swift": "/// Whatsoever, Offset and Thatched.\n/// A word that stands.\n",
            "a.md": "/// What\n/// Who\n",
        })
