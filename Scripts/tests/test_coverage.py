from unittest.mock import patch

import tempfile
from pathlib import Path

from house.checks import coverage, snippets
from house.coverage import relinked
from house.tree import Tree

from .trees import CheckTest

SWIFT = '@Suite("Taps")\nstruct A {\n    @Test(\n        "Approve \\"reaches\\" the agent", arguments: [1])\n    func a() {}\n}\n'


class CoverageTest(CheckTest):
    check = coverage

    def setUp(self):
        rows = patch.object(coverage, "ROWS", {"A": range(1, 2)})
        rows.start()
        self.addCleanup(rows.stop)

    def page(self, row: str) -> dict[str, str]:
        return {"docs/coverage.md": row + "\n", "Tests/A.swift": SWIFT, "Scripts/tests/test_a.py": "class A:\n    def test_it(self):\n"}

    def test_existing_tests_pass(self):
        for name, path in [("Taps", "Tests/A.swift"), ('Approve "reaches" the agent', "Tests/A.swift"), ("test_it", "Scripts/tests/test_a.py")]:
            with self.subTest(name):
                self.assert_clean(self.page(f"| A1 | Taps | [{name}](../{path}) |"))

    def test_a_missing_test_is_found(self):
        self.assert_found("no test “Tap”", self.page("| A1 | Taps | [Tap](../Tests/A.swift) |"))
        self.assert_found("there is no Tests/B.swift", self.page("| A1 | Taps | [Taps](../Tests/B.swift) |"))

    def test_a_row_without_a_test_is_found(self):
        self.assert_found("links no test", self.page("| A1 | Taps | later |"))

    def test_only_a_measured_row_may_name_a_command(self):
        self.assert_found("links no test", self.page("| A1 | Taps | `make bench` |"))
        with patch.object(coverage, "ROWS", {"E": (9,)}):
            self.assert_clean(self.page("| E9 | measured | `make bench` |"))

    def test_rows_are_complete_and_unique(self):
        row = "| A1 | Taps | [Taps](../Tests/A.swift) |"
        self.assert_found("has no row A1", self.page("nothing"))
        self.assert_found("is in line 1", self.page(row + "\n" + row))

    def test_a_missing_page_is_found(self):
        self.assert_found("is missing", {})


class LinksTest(CheckTest):
    def relinked(self, line: str, files: dict[str, str]) -> tuple[str, list[str]]:
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                file = Path(folder, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            return relinked(Tree(Path(folder), []), line)

    def test_a_link_follows_its_test(self):
        text, problems = self.relinked("| A1 | Taps | [Taps](../Tests/B/Old.swift) |", {"Tests/A/New.swift": SWIFT})
        self.assertEqual(("| A1 | Taps | [Taps](../Tests/A/New.swift) |\n", []), (text, problems))

    def test_the_cited_file_is_preferred_then_its_target(self):
        files = {"Tests/A/One.swift": SWIFT, "Tests/B/One.swift": SWIFT}
        line = "| A1 | Taps | [Taps](../Tests/B/One.swift)<br>[Taps](../Tests/A/Old.swift) |"
        self.assertEqual((line.replace("Old", "One") + "\n", []), self.relinked(line, files))

    def test_missing_and_ambiguous_tests_are_reported(self):
        files = {"Tests/A/One.swift": SWIFT, "Tests/A/Two.swift": SWIFT}
        _, problems = self.relinked("| A1 | Taps | [Taps](../Tests/B/B.swift), [Gone](../Tests/A/One.swift) |", files)
        self.assertEqual(2, len(problems))
        self.assertIn("“Taps” is in Tests/A/One.swift, Tests/A/Two.swift", problems[0])
        self.assertIn("no test “Gone”", problems[1])


class SnippetsTest(CheckTest):
    check = snippets
    source = "struct A {\n    // snippet.tap\n    func tap() {\n        go()\n    }\n    // snippet.end\n}\n"
    shown = "<!-- Examples/A.swift#tap -->\n```swift\nfunc tap() {\n    go()\n}\n```\n"

    def page(self, text: str) -> dict[str, str]:
        return {"Sources/A/A.docc/A.md": text, "Examples/A.swift": self.source}

    def test_the_compiled_text_is_fine(self):
        self.assert_clean(self.page(self.shown))

    def test_another_text_is_found(self):
        self.assert_found("differs from Examples/A.swift, snippet tap", self.page(self.shown.replace("go()", "stay()")))

    def test_code_without_a_snippet_is_found(self):
        found = [str(finding) for finding in self.findings(self.page(self.shown + "```swift\nlet a = 1\n```\n"))]
        self.assertEqual(1, len(found))
        self.assertIn("has no snippet:", found[0])

    def test_a_missing_snippet_is_found(self):
        self.assertIn("has no snippet tip", str(self.findings(self.page(self.shown.replace("#tap", "#tip")))[0]))
        self.assertIn("there is no Examples/B.swift", str(self.findings(self.page(self.shown.replace("A.swift", "B.swift")))[0]))

    def test_an_unused_snippet_is_found(self):
        self.assert_found("is not used", self.page("# A\n"))

    def test_a_link_to_no_article_is_found(self):
        self.assert_found("no article B", self.page(self.shown + "<doc:B>, <doc:A>\n"))
