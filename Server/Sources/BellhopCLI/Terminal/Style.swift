import Foundation

/// Colours and weight for a terminal; plain text where there is none, or where `NO_COLOR` asks for none (no-color.org).
struct Style: Sendable {
    let isOn: Bool

    init(isOn: Bool) { self.isOn = isOn }

    /// For standard output as it is now.
    static var standardOutput: Style {
        let environment = ProcessInfo.processInfo.environment
        return Style(isOn: isatty(STDOUT_FILENO) == 1 && wantsColour(environment))
    }

    /// A `NO_COLOR` that is set to nothing asks for nothing.
    static func wantsColour(_ environment: [String: String]) -> Bool {
        environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    func bold(_ text: String) -> String { paint(text, "1") }
    func dim(_ text: String) -> String { paint(text, "2") }
    func green(_ text: String) -> String { paint(text, "32") }
    func red(_ text: String) -> String { paint(text, "31") }
    func yellow(_ text: String) -> String { paint(text, "33") }

    private func paint(_ text: String, _ code: String) -> String { isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
