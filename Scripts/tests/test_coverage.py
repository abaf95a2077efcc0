from unittest.mock import patch

from house.checks import coverage, snippets

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

    def test_tests_that_are_there_are_fine(self):
        for name, path in [("Taps", "Tests/A.swift"), ('Approve "reaches" the agent', "Tests/A.swift"), ("test_it", "Scripts/tests/test_a.py")]:
            with self.subTest(name):
                self.assert_clean(self.page(f"| A1 | Taps | “{name}” in [A](../{path}) |"))

    def test_a_test_that_is_not_there_is_found(self):
        self.assert_found("no test “Tap”", self.page("| A1 | Taps | “Tap” in [A](../Tests/A.swift) |"))
        self.assert_found("there is no Tests/B.swift", self.page("| A1 | Taps | “Taps” in [B](../Tests/B.swift) |"))

    def test_a_row_without_a_test_is_found(self):
        self.assert_found("names no test", self.page("| A1 | Taps | later |"))

    def test_only_a_measured_row_may_name_a_command(self):
        self.assert_found("names no test", self.page("| A1 | Taps | `make bench` |"))
        with patch.object(coverage, "ROWS", {"E": (9,)}):
            self.assert_clean(self.page("| E9 | measured | `make bench` |"))

    def test_rows_are_complete_and_stand_once(self):
        row = "| A1 | Taps | “Taps” in [A](../Tests/A.swift) |"
        self.assert_found("has no row A1", self.page("nothing"))
        self.assert_found("stands in line 1", self.page(row + "\n" + row))

    def test_a_missing_page_is_found(self):
        self.assert_found("is missing", {})


class SnippetsTest(CheckTest):
    check = snippets
    source = "struct A {\n    // snippet.tap\n    func tap() {\n        go()\n    }\n    // snippet.end\n}\n"
    shown = "<!-- Examples/A.swift#tap -->\n```swift\nfunc tap() {\n    go()\n}\n```\n"

    def page(self, text: str) -> dict[str, str]:
        return {"Sources/A/A.docc/A.md": text, "Examples/A.swift": self.source}

    def test_the_compiled_text_is_fine(self):
        self.assert_clean(self.page(self.shown))

    def test_another_text_is_found(self):
        self.assert_found("is not what Examples/A.swift has as tap", self.page(self.shown.replace("go()", "stay()")))

    def test_code_from_nowhere_is_found(self):
        found = [str(finding) for finding in self.findings(self.page(self.shown + "```swift\nlet a = 1\n```\n"))]
        self.assertEqual(1, len(found))
        self.assertIn("names no snippet", found[0])

    def test_a_snippet_that_is_not_there_is_found(self):
        self.assertIn("has no snippet tip", str(self.findings(self.page(self.shown.replace("#tap", "#tip")))[0]))
        self.assertIn("there is no Examples/B.swift", str(self.findings(self.page(self.shown.replace("A.swift", "B.swift")))[0]))

    def test_a_snippet_that_is_shown_nowhere_is_found(self):
        self.assert_found("is shown nowhere", self.page("# A\n"))

    def test_a_link_to_no_article_is_found(self):
        self.assert_found("no article B", self.page(self.shown + "<doc:B>, <doc:A>\n"))
