from house.checks import availability

from .trees import CheckTest

PATH = "Sources/BellhopLive/Activities/Keeper.swift"
STUB = "Checks/AppleSDK/Sources/ActivityKit/Activity.swift"
USE = "let token = Activity<A>.pushToStartToken"


def activity(body: str) -> dict[str, str]:
    return {PATH: f"#if canImport(ActivityKit)\nimport ActivityKit\n{body}\n#endif\n"}


class AvailabilityTest(CheckTest):
    check = availability

    def test_a_newer_symbol_outside_of_a_guard_is_found(self):
        self.assert_found("Keeper.swift:4: pushToStartToken needs iOS 17.2", activity(f"func a() {{\n{USE}\n}}"))

    def test_only_where_its_module_is_imported(self):
        self.assert_clean({PATH: f"func a() {{ {USE} }}\n"})

    def test_each_way_to_guard_it(self):
        for body in [
            f"func a() {{ if #available(iOS 17.2, *) {{ {USE} }} }}",
            f"func a() {{ if ready, #available(iOS 18, *), {USE} == token {{ }} }}",
            f"func a() {{\nguard #available(iOS 17.2, *) else {{ return }}\n{USE}\n}}",
            f"@available(iOS 17.2, *)\nfunc a(_ b: (Int) -> Void) {{\nif b {{ {USE} }}\n}}",
            f"@available(iOS 17.2, *)\n@MainActor\nextension Keeper {{\nfunc a() {{ {USE} }}\n}}",
            f"@available(iOS 17.2, *)\n{USE}",
        ]:
            with self.subTest(body):
                self.assert_clean(activity(body))

    def test_a_guard_reaches_no_further_than_its_block(self):
        for body in [
            f"func a() {{ if #available(iOS 17.2, *) {{ }} else {{ {USE} }} }}",
            f"func a() {{\nguard #available(iOS 17.2, *) else {{ {USE}; return }}\n}}",
            f"func a() {{\nguard #available(iOS 17.2, *) else {{ return }}\n}}\nfunc b() {{ {USE} }}",
            f"func a() {{ if #available(iOS 17.2, *) {{ }}\n{USE} }}",
            f"@available(iOS 17.2, *)\nvar a: Int\n{USE}",
            f"func a() {{ if #available(iOS 17.1, *) {{ {USE} }} }}",
            f"func a() {{ if #available(macOS 26, *) {{ {USE} }} }}",
        ]:
            with self.subTest(body):
                self.assert_found("pushToStartToken", activity(body))

    def test_overloads_are_distinguished_by_labels(self):
        self.assert_clean(activity("func a() async { await activity.update(content(x), alertConfiguration: nil) }"))
        self.assert_found("update(…timestamp:)", activity("func a() async { await activity.update(made(by: x), timestamp: t) }"))
        self.assert_found("request(…style:)", activity("func a() throws { try A.request(attributes: b, style: .standard) }"))

    def test_recent_symbols_of_the_standard_library(self):
        self.assert_found("Synchronization needs iOS 18.0", {PATH: "import Synchronization\n"})
        self.assert_clean({"Server/Sources/BellhopServer/A.swift": "import Synchronization\n"})

    def test_comments_and_strings_use_nothing(self):
        self.assert_clean(activity('// pushToStartToken\nlet a = "pushToStartToken"'))

    def test_unavailable_is_not_supported(self):
        self.assert_found("write #available", activity("func a() { if #unavailable(iOS 18, *) { return } }"))

    def test_a_new_stub_needs_a_row(self):
        self.assert_found(
            "Activity.swift:2: brandNew is newer", {STUB: "@available(iOS 26.0, *)\npublic static func brandNew() {}\n"})
        self.assert_clean({STUB: "@available(iOS 17.2, *) public static var pushToStartToken: Data?\n"})
        self.assert_clean({STUB: "@available(iOS 17.0, *)\npublic func old() {}\n"})
