/// Text with colors and weight for a terminal.
///
/// Styles are values and text is escaped when it is put in, so that text of any origin can be styled and none can bring
/// escape sequences of its own: ``rendered(inColor:)`` is the one place where a sequence is written.
package struct StyledText: Hashable, Sendable {
    /// Attributes of text on a terminal (ECMA-48, Select Graphic Rendition).
    package struct Style: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let bold = Style(rawValue: 1 << 0)
        package static let dim = Style(rawValue: 1 << 1)
        package static let reversed = Style(rawValue: 1 << 2)
        package static let red = Style(rawValue: 1 << 3)
        package static let green = Style(rawValue: 1 << 4)
        package static let yellow = Style(rawValue: 1 << 5)
        package static let cyan = Style(rawValue: 1 << 6)

        private static let codes: [(Style, String)] = [
            (.bold, "1"), (.dim, "2"), (.reversed, "7"), (.red, "31"), (.green, "32"), (.yellow, "33"), (.cyan, "36"),
        ]

        fileprivate var code: String { Self.codes.filter { contains($0.0) }.map(\.1).joined(separator: ";") }
    }

    /// Text of one style.
    package struct Run: Hashable, Sendable {
        package let text: String
        package let style: Style

        package init(_ text: String, _ style: Style) {
            self.text = TerminalText.safe(text)
            self.style = style
        }
    }

    package private(set) var runs: [Run]

    package init(_ text: String = "", _ style: Style = []) { self.init(runs: [Run(text, style)]) }

    /// Neighbors of one style become one run; empty ones are left out.
    package init(runs: [Run]) {
        self.runs = []
        for run in runs where !run.text.isEmpty {
            if let last = self.runs.last, last.style == run.style {
                self.runs[self.runs.count - 1] = Run(last.text + run.text, run.style)
            } else {
                self.runs.append(run)
            }
        }
    }

    package static func + (first: StyledText, second: StyledText) -> StyledText {
        StyledText(runs: first.runs + second.runs)
    }

    /// The text alone.
    package var plain: String { runs.map(\.text).joined() }

    /// The same text, each run with `style` as well.
    package func adding(_ style: Style) -> StyledText {
        StyledText(runs: runs.map { Run($0.text, $0.style.union(style)) })
    }

    /// The text with its escape sequences.
    package func rendered(inColor: Bool) -> String {
        guard inColor else { return plain }
        return runs.map { run in
            run.style.isEmpty ? run.text : "\u{1B}[\(run.style.code)m\(run.text)\u{1B}[0m"
        }.joined()
    }
}

extension StyledText: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(text) }
}
