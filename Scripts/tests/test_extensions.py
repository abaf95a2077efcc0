from house.checks import extensions

from .trees import CheckTest


class ExtensionsTest(CheckTest):
    check = extensions

    def test_code_of_extensions_is_checked(self):
        for path in ["Sources/BellhopLive/A/B.swift", "Sources/BellhopExtensions/A.swift", "App/ServiceExtension/A.swift"]:
            with self.subTest(path):
                self.assert_found("UIApplication is unavailable", {path: "let a = UIApplication.shared\n"})

    def test_the_app_may_and_comments_do_not_count(self):
        self.assert_clean({"Sources/BellhopApple/A.swift": "let a = UIApplication.shared\n"})
        self.assert_clean({"Sources/BellhopLive/A.swift": "// not UIApplication\n"})
