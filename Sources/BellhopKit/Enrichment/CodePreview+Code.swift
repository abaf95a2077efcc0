import BellhopModel

extension CodePreview {
    /// The beginning of `code`, masked and made visible; `nil` when there is nothing to see.
    init?(code: String) {
        let safe = TextSanitizer.sanitize(SecretMask.mask(code)).text
        let all = safe.split(separator: "\n", omittingEmptySubsequences: false)
        guard let last = all.lastIndex(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
        let filled = all[...last]
        self.init(
            lines: filled.prefix(Self.mostLines).map(Self.line), linesLeftOut: max(0, filled.count - Self.mostLines))
    }

    private static func line(_ text: Substring) -> String {
        // Four times as many characters cannot become visible.
        let spaced = String(text.prefix(longestLine * 4)).replacing("\t", with: "    ")
        return TextTruncation.prefix(spaced, characters: longestLine)
    }
}
