/// Text that a terminal only shows: nothing in it moves the cursor, begins an escape sequence or turns the line around.
package enum TerminalText {
    /// `text` with control and bidirectional characters written as their code points, such as `‹U+009B›`. Line breaks and
    /// tabs stay; what has to be one short line is a matter of `DisplayText.line` before.
    package static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        return replacing(in: text) { "‹U+\(hex($0).uppercased())›" }
    }

    /// The same JSON value: there, such characters stand in strings alone, which can name them (RFC 8259 §7).
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

    /// All of them have at most four digits.
    private static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
