/// Secrets that are recognised by the name before them.
extension SecretScanner {
    /// `API_KEY=x`, `--password x`, `"token": "x"`, `Authorization: Bearer x`.
    mutating func takeNamed() -> Bool {
        // A name with dashes is several words; the first of them has already looked at all.
        guard position >= nameEnd else { return false }
        nameEnd = end(from: position, while: SecretShape.Alphabet.dashed.contains)
        guard let separator = separator(after: nameEnd) else { return false }
        let name = bytes[position..<nameEnd]
        let isHeader = separator.kind != .space && SecretNames.isAuthorization(name)
        guard isHeader || SecretNames.isSecret(name) else { return false }
        guard let value = value(at: separator.end, after: separator.kind, isHeader: isHeader) else { return false }
        hide(value)
        return true
    }

    private enum Separator { case equals, colon, space }

    /// What stands between a name and its value, and where that ends.
    private func separator(after nameEnd: Int) -> (kind: Separator, end: Int)? {
        let closed = afterQuote(nameEnd)
        let index = end(from: closed, while: Self.isBlank)
        switch byte(at: index) {
        case UInt8(ascii: "="):
            return (.equals, end(from: index + 1, while: Self.isBlank))
        case UInt8(ascii: ":"):
            if has("://", at: index) { return nil }
            if has(":=", at: index) { return (.equals, end(from: index + 2, while: Self.isBlank)) }
            return (.colon, end(from: index + 1, while: Self.isBlank))
        default:
            // Only an option takes its value after a space.
            let isOption = position > 0 && bytes[position - 1] == UInt8(ascii: "-")
            return isOption && closed == nameEnd && index > nameEnd ? (.space, index) : nil
        }
    }

    private func value(at start: Int, after separator: Separator, isHeader: Bool) -> Range<Int>? {
        var first = afterQuote(start)
        let isQuoted = first > start
        if isHeader { first = afterScheme(first) }
        let last = end(from: first) { !SecretMask.isSyntax($0) }
        guard last > first, !SecretNames.isPlaceholder(bytes[first..<last]) else { return nil }
        if isQuoted || isHeader { return first..<last }

        switch separator {
        case .space:
            return bytes[first] == UInt8(ascii: "-") ? nil : first..<last
        case .equals:
            // A comparison, a call or a subscript: that is code, not a secret.
            let next = byte(at: last)
            let isCode = bytes[first] == UInt8(ascii: "=") || next == UInt8(ascii: "(") || next == UInt8(ascii: "[")
            return isCode ? nil : first..<last
        case .colon:
            // Between prose, type annotations and code, only what looks made by a machine is taken for a secret.
            let secret =
                first..<end(from: first) {
                    SecretShape.Alphabet.dashed.contains($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
                        || $0 == UInt8(ascii: "=")
                }
            let hasDigit = bytes[secret].contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return secret.count >= 6 && hasDigit && endsValue(secret.upperBound) ? secret : nil
        }
    }

    private func endsValue(_ index: Int) -> Bool {
        guard let next = byte(at: index) else { return true }
        return next <= 0x20 || next == UInt8(ascii: ",") || next == UInt8(ascii: "}") || next == UInt8(ascii: "\"")
            || next == UInt8(ascii: "'")
    }

    /// After one quote, which inside another JSON text is written with a backslash.
    private func afterQuote(_ index: Int) -> Int {
        let quote = byte(at: index) == UInt8(ascii: "\\") ? index + 1 : index
        return byte(at: quote) == UInt8(ascii: "\"") || byte(at: quote) == UInt8(ascii: "'") ? quote + 1 : index
    }

    /// After the authentication scheme (RFC 9110 §11.4), if one stands there and something follows it.
    private func afterScheme(_ index: Int) -> Int {
        let scheme = end(from: index, limit: index + 20, while: SecretShape.Alphabet.dashed.contains)
        let credentials = end(from: scheme, while: Self.isBlank)
        guard scheme > index, credentials > scheme, let next = byte(at: credentials), !SecretMask.isSyntax(next) else {
            return index
        }
        return credentials
    }
}
