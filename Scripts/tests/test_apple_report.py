import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path


def _load():
    path = Path(__file__).resolve().parent.parent.parent / "Checks/AppleSDK/report"
    loader = SourceFileLoader("report", str(path))
    module = module_from_spec(spec_from_loader("report", loader))
    loader.exec_module(module)
    return module


report = _load()


class CodeLinesTest(unittest.TestCase):
    def lines(self, source: str):
        return report.code_lines(source, {"UIKit", "FoundationNetworking"})

    def test_blank_lines_comments_and_directives_are_no_code(self):
        self.assertEqual((2, []), self.lines("import A\n\n// b\n/// c\n#if canImport(UIKit)\nlet a = 1 // d\n#endif\n"))

    def test_skipped_code_is_reported(self):
        self.assertEqual((1, [2]), self.lines("#if os(iOS)\nlet a = 1\n#else\nlet b = 2\n#endif\n"))
        self.assertEqual((0, [3]), self.lines("#if canImport(UIKit)\n#if canImport(ObjectiveC)\nlet a = 1\n#endif\n#endif\n"))
        self.assertEqual((1, [2, 6]), self.lines("#if os(iOS)\nA\n#elseif canImport(UIKit)\nB\n#else\nC\n#endif\n"))

    def test_conditions_are_combined(self):
        modules = {"UIKit"}
        for condition, expected in [
            ("canImport(UIKit) && !os(watchOS)", True), ("canImport(UIKit) && os(iOS)", False),
            ("os(iOS) || (canImport(UIKit))", True), ("!DEBUG", False), ("swift(>=6.2)", False),
        ]:
            with self.subTest(condition):
                self.assertEqual(expected, report.holds(condition, modules))
