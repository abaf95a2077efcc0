/// Secrets that are recognised by a name before them.
extension SecretScanner {
    /// `API_KEY=x`, `--password x`, `"token": "x"`, `Authorization: Bearer x`, `-u name:x`.
    mutating func takeNamed() -> Bool {
        // A name with dashes has several words; the first word has examined the whole name.
        guard position >= nameEnd else { return false }
        nameEnd = end(from: position, while: SecretPattern.Alphabet.dashed.contains)
        guard let separator = separator(after: nameEnd) else { return false }
        let name = bytes[position..<nameEnd]
        let isHeader = separator.kind != .space && SecretNames.isAuthorization(name)
        guard let value = value(of: name, at: separator.end, after: separator.kind, isHeader) else { return false }
        let mayBePathOrHost = mayBePathOrHost(value) && !(isHeader && isToken(value))
        let isExpanded = uses().isExpanded(name)
        // Values that may be run, opened or contacted stay visible, unless they look random: a reader learns
        // nothing from a random value.
        if mayBePathOrHost || isExpanded, !isRandom(value), !isPassword(value) { return false }
        hide(value, isUsed: mayBePathOrHost || uses().mayUse(name))
        return true
    }

    /// Returns whether `value` may name a file or a host.
    func mayBePathOrHost(_ value: Range<Int>) -> Bool {
        value.count > Self.maxValueLength
            || bytes[value].contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") }
    }

    /// Returns whether `value` looks generated: long enough, of the Base64 alphabet, and with digits, small and capital
    /// letters.
    func isRandom(_ value: Range<Int>) -> Bool {
        let value = value.prefix(Self.maxValueLength)
        let text = bytes[value]
        guard let first = text.first, ![UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "/")].contains(first),
            isMixed(value)
        else { return false }
        let isBase64 = text.allSatisfy {
            SecretPattern.Alphabet.dotted.contains($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
                || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "~")
        }
        let hasSmall = text.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        let isLong = text.count >= 20 || text.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "=") }
        return isBase64 && hasSmall && isLong
    }

    /// Returns whether `value` begins like a vendor's token or a JSON Web Token.
    private func isToken(_ value: Range<Int>) -> Bool {
        has("eyJ", at: value.lowerBound)
            || SecretPattern.byFirstByte[Int(bytes[value.lowerBound])].contains {
                bytes[value].starts(with: $0.prefix) && value.count >= $0.prefix.count + $0.atLeast
            }
    }

    /// Returns whether `value` follows the colon of a login.
    private func isPassword(_ value: Range<Int>) -> Bool {
        isOption && SecretNames.isLogin(bytes[position..<nameEnd]) && bytes[value.lowerBound - 1] == UInt8(ascii: ":")
    }

    /// The maximum length that is examined, so that a scan takes linear time.
    private static let maxValueLength = 512

    private mutating func value(
        of name: ArraySlice<UInt8>, at start: Int, after separator: Separator, _ isHeader: Bool
    ) -> Range<Int>? {
        if isHeader || SecretNames.isSecret(name) { return value(at: start, after: separator, isHeader: isHeader) }
        if SecretNames.mayBeSecret(name) { return randomValue(at: start) }
        return isOption && SecretNames.isLogin(name) ? passwordOfLogin(at: start) : nil
    }

    private var isOption: Bool { position > 0 && bytes[position - 1] == UInt8(ascii: "-") }

    private enum Separator { case equals, colon, space }

    /// The separator between a name and its value, and the index after it.
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
            // Only options take a value after a space.
            return isOption && closed == nameEnd && index > nameEnd ? (.space, index) : nil
        }
    }

    private mutating func value(at start: Int, after separator: Separator, isHeader: Bool) -> Range<Int>? {
        var first = afterQuote(start)
        let isQuoted = first > start
        if isHeader { first = afterScheme(first) }
        // Private keys have a separate rule.
        guard !has("-----BEGIN ", at: first) else { return nil }
        let last = wordEnd(from: first)
        guard last > first, !SecretNames.isPlaceholder(bytes[first..<last]),
            last - first > Self.maxValueLength || !SecretNames.isProgram(bytes[first..<last])
        else { return nil }
        if isQuoted || isHeader { return first..<last }

        switch separator {
        case .space:
            return bytes[first] == UInt8(ascii: "-") ? nil : first..<last
        case .equals:
            // A comparison, a call or a subscript is code.
            let next = byte(at: last)
            let isCode = bytes[first] == UInt8(ascii: "=") || next == UInt8(ascii: "(") || next == UInt8(ascii: "[")
            return isCode ? nil : first..<last
        case .colon:
            // After a colon, in prose, type annotations and code, only generated values count as secrets.
            let secret =
                first..<end(from: first) {
                    SecretPattern.Alphabet.dashed.contains($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
                        || $0 == UInt8(ascii: "=")
                }
            let hasDigit = bytes[secret].contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return secret.count >= 6 && hasDigit && endsValue(secret.upperBound) ? secret : nil
        }
    }

    /// A run of letters and digits that looks generated.
    private func randomValue(at start: Int) -> Range<Int>? {
        let first = afterQuote(start)
        let value = first..<end(from: first, while: SecretPattern.Alphabet.letters.contains)
        let digits = bytes[value].count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let ends = byte(at: value.upperBound).map { SecretMask.isSyntax($0) || $0 == UInt8(ascii: ",") } ?? true
        return value.count >= 20 && digits > 1 && digits < value.count && ends ? value : nil
    }

    /// The password in `name:password`; `nil` for `1000:1000`, an address or a path.
    private mutating func passwordOfLogin(at start: Int) -> Range<Int>? {
        let name = afterQuote(start)
        let colon = end(from: name, while: SecretPattern.Alphabet.dotted.contains)
        guard colon > name, byte(at: colon) == UInt8(ascii: ":") else { return nil }
        let password = (colon + 1)..<wordEnd(from: colon + 1)
        let isNumber = bytes[password].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isNumber || hasSlash(password) ? nil : password
    }

    /// The end of the word without shell syntax at `index`. Each word is scanned once, because values may overlap.
    private mutating func wordEnd(from index: Int) -> Int {
        if index >= valueEnd { valueEnd = end(from: index) { !SecretMask.isSyntax($0) } }
        return valueEnd
    }

    private mutating func hasSlash(_ range: Range<Int>) -> Bool {
        if slash < range.lowerBound { slash = bytes[range.lowerBound...].firstIndex(of: UInt8(ascii: "/")) ?? .max }
        return slash < range.upperBound
    }

    private func endsValue(_ index: Int) -> Bool {
        guard let next = byte(at: index) else { return true }
        return next <= 0x20 || next == UInt8(ascii: ",") || next == UInt8(ascii: "}") || next == UInt8(ascii: "\"")
            || next == UInt8(ascii: "'")
    }

    /// The index after a quote, which is escaped with a backslash inside JSON.
    private func afterQuote(_ index: Int) -> Int {
        let quote = byte(at: index) == UInt8(ascii: "\\") ? index + 1 : index
        return byte(at: quote) == UInt8(ascii: "\"") || byte(at: quote) == UInt8(ascii: "'") ? quote + 1 : index
    }

    /// The index after an authentication scheme (RFC 9110 §11.4), if credentials follow it.
    private func afterScheme(_ index: Int) -> Int {
        let scheme = end(from: index, limit: index + 20, while: SecretPattern.Alphabet.dashed.contains)
        let credentials = end(from: scheme, while: Self.isBlank)
        guard scheme > index, credentials > scheme, let next = byte(at: credentials), !SecretMask.isSyntax(next) else {
            return index
        }
        return credentials
    }
}
