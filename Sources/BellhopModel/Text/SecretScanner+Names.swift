/// Secrets that are recognised by the name before them.
extension SecretScanner {
    /// `API_KEY=x`, `--password x`, `"token": "x"`, `Authorization: Bearer x`, `-u name:x`.
    mutating func takeNamed() -> Bool {
        // A name with dashes is several words; the first of them has already looked at all.
        guard position >= nameEnd else { return false }
        nameEnd = end(from: position, while: SecretShape.Alphabet.dashed.contains)
        guard let separator = separator(after: nameEnd) else { return false }
        let name = bytes[position..<nameEnd]
        let isHeader = separator.kind != .space && SecretNames.isAuthorization(name)
        guard let value = value(of: name, at: separator.end, after: separator.kind, isHeader) else { return false }
        hide(value)
        return true
    }

    private func value(
        of name: ArraySlice<UInt8>, at start: Int, after separator: Separator, _ isHeader: Bool
    ) -> Range<Int>? {
        if isHeader || SecretNames.isSecret(name) { return value(at: start, after: separator, isHeader: isHeader) }
        if SecretNames.mayBeSecret(name) { return randomValue(at: start) }
        return isOption && SecretNames.isLogin(name) ? passwordOfLogin(at: start) : nil
    }

    private var isOption: Bool { position > 0 && bytes[position - 1] == UInt8(ascii: "-") }

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
            return isOption && closed == nameEnd && index > nameEnd ? (.space, index) : nil
        }
    }

    private func value(at start: Int, after separator: Separator, isHeader: Bool) -> Range<Int>? {
        var first = afterQuote(start)
        let isQuoted = first > start
        if isHeader { first = afterScheme(first) }
        // A whole private key has a rule of its own.
        guard !has("-----BEGIN ", at: first) else { return nil }
        let last = end(from: first) { !SecretMask.isSyntax($0) }
        guard last > first, !SecretNames.isPlaceholder(bytes[first..<last]),
            !SecretNames.isProgram(bytes[first..<last])
        else { return nil }
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

    /// Letters and digits in a run that nobody would make up.
    private func randomValue(at start: Int) -> Range<Int>? {
        let first = afterQuote(start)
        let value = first..<end(from: first, while: SecretShape.Alphabet.letters.contains)
        let digits = bytes[value].count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let ends = byte(at: value.upperBound).map { SecretMask.isSyntax($0) || $0 == UInt8(ascii: ",") } ?? true
        return value.count >= 20 && digits > 1 && digits < value.count && ends ? value : nil
    }

    /// What stands after the colon in `name:password`; not in `1000:1000`, an address or a path.
    private func passwordOfLogin(at start: Int) -> Range<Int>? {
        let name = afterQuote(start)
        let colon = end(from: name, while: SecretShape.Alphabet.dotted.contains)
        guard colon > name, byte(at: colon) == UInt8(ascii: ":") else { return nil }
        let password = (colon + 1)..<end(from: colon + 1) { !SecretMask.isSyntax($0) }
        let isNumber = bytes[password].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isNumber || bytes[password].contains(UInt8(ascii: "/")) ? nil : password
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
