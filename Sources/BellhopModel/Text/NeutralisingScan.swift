/// One pass over one text for ``TextSanitizer``.
struct NeutralisingScan {
    private let scalars: [Unicode.Scalar]
    private let lineBreaks: TextSanitizer.LineBreaks
    private var index = 0
    /// UTF-8. A string's view of scalars copies all of itself each time several are appended.
    private var output: [UInt8] = []
    private var warnings: [TextWarning] = []
    private var marks = 0
    private var words = LookAlikeWords()

    init(_ text: String, _ lineBreaks: TextSanitizer.LineBreaks) {
        scalars = Array(text.unicodeScalars)
        self.lineBreaks = lineBreaks
        output.reserveCapacity(text.utf8.count + text.utf8.count / 8)
    }

    mutating func run() -> TextSanitizer.Result {
        while index < scalars.count {
            let scalar = scalars[index]
            if isSpace(at: index) {
                takeSpace()
            } else if let warning = HiddenCharacters.warning(for: scalar) {
                takeHidden(warning)
            } else {
                takeVisible(scalar)
            }
        }
        return TextSanitizer.Result(text: String(decoding: output, as: UTF8.self), warnings: warnings + words.finish())
    }

    private mutating func takeVisible(_ scalar: Unicode.Scalar) {
        if HiddenCharacters.isMark(scalar) {
            marks += 1
            if marks > Self.mostMarks {
                takeStackedMarks()
                return
            }
        } else {
            marks = 0
        }
        words.take(scalar)
        write(scalar)
        index += 1
    }

    private mutating func takeHidden(_ warning: TextWarning) {
        let drawn = HiddenCharacters.drawnSequence(in: scalars, at: index)
        if drawn > 0 {
            for scalar in scalars[index..<index + drawn] { write(scalar) }
            index += drawn
            return
        }
        let scalar = scalars[index]
        var end = index + 1
        while end < scalars.count, scalars[end] == scalar { end += 1 }
        let count = end - index
        write(count == 1 ? "‹\(TextSanitizer.codePoint(scalar))›" : "‹\(TextSanitizer.codePoint(scalar)) ×\(count)›")
        note(warning)
        words.endWord()
        marks = 0
        index = end
    }

    /// A run of white space: as it is, or its length when it would push what follows out of sight.
    private mutating func takeSpace() {
        let start = index
        var breaks = 0
        while index < scalars.count, isSpace(at: index) {
            if scalars[index] == "\n" { breaks += 1 }
            index += 1
        }
        let length = index - start
        if length > TextSanitizer.longestSpace || breaks > TextSanitizer.mostLineBreaks {
            write(lineBreaks == .kept && breaks > 0 ? "\n" : " ")
            write("‹\(length) characters of white space›")
            write(lineBreaks == .kept && breaks > 0 ? "\n" : " ")
            note(.padding)
        } else {
            for scalar in scalars[start..<index] { writeSpace(scalar) }
        }
        words.endWord()
        marks = 0
    }

    private mutating func writeSpace(_ scalar: Unicode.Scalar) {
        switch (scalar, lineBreaks) {
        // Only before a line break, see `isSpace`: the pair is one break.
        case ("\r", _): break
        case ("\n", .shown): write("⏎")
        case ("\t", .shown): write("⇥")
        default: write(scalar)
        }
    }

    /// A carriage return alone is not white space but a way to overwrite a line on a terminal.
    private func isSpace(at index: Int) -> Bool {
        let scalar = scalars[index]
        if scalar == "\r" { return index + 1 < scalars.count && scalars[index + 1] == "\n" }
        return HiddenCharacters.isSpace(scalar)
    }

    private mutating func takeStackedMarks() {
        let start = index
        while index < scalars.count, HiddenCharacters.isMark(scalars[index]),
            HiddenCharacters.warning(for: scalars[index]) == nil
        { index += 1 }
        write("‹\(index - start) more accents›")
        note(.stackedMarks)
        marks = 0
    }

    private mutating func note(_ warning: TextWarning) {
        if !warnings.contains(warning) { warnings.append(warning) }
    }

    private mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

    private mutating func write(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { output.append(UInt8(scalar.value)) } else { output.append(contentsOf: scalar.utf8) }
    }

    /// Vietnamese takes two, Hebrew with all its points and accents four.
    private static let mostMarks = 6
}
