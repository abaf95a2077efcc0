/// Text with colors and weight for a terminal.
///
/// Text is escaped when it is added, so that text of any origin can be styled and cannot contain escape sequences; only
/// ``rendered(inColor:)`` writes them.
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
        /// Colors of the fixed part of xterm's palette, which themes do not change.
        package static let blackOnWhite = Style(rawValue: 1 << 7)

        private static let codes: [(Style, String)] = [
            (.bold, "1"), (.dim, "2"), (.reversed, "7"), (.red, "31"), (.green, "32"), (.yellow, "33"), (.cyan, "36"),
            (.blackOnWhite, "38;5;16;48;5;231"),
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

    /// Merges adjacent runs of one style and drops empty ones.
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

    /// The text without styles.
    package var plain: String { runs.map(\.text).joined() }

    /// The text with `style` added to each run.
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

/// Sanitises text for a terminal: nothing in it moves the cursor, begins an escape sequence or reverses the line.
package enum TerminalText {
    /// `text` with control and bidirectional characters written as their code points, such as `‹U+009B›`. Line breaks and
    /// tabs stay; use `DisplayText.line` first for text that must be one short line.
    package static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        return replacing(in: text) { "‹U+\(hex($0).uppercased())›" }
    }

    /// The same JSON value: these characters occur in strings only, which can escape them (RFC 8259 §7).
    package static func safe(json text: String) -> String {
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        return replacing(in: text) { "\\u\(hex($0))" }
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x20...0x7E: return false
        default: break
        }
        if scalar.properties.isBidiControl { return true }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func replacing(in text: String, _ word: (Unicode.Scalar) -> String) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isHarmful(scalar) { safe.append(contentsOf: word(scalar).unicodeScalars) } else { safe.append(scalar) }
        }
        return String(safe)
    }

    /// All harmful scalars have at most four digits.
    private static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
