/// Secrets that are recognised by the name before them.
extension SecretScanner {
    /// `API_KEY=x`, `--password x`, `"token": "x"`, `Authorization: Bearer x`, `-u name:x`.
    mutating func takeNamed() -> Bool {
        // A name with dashes is several words; the first of them has already looked at all.
        guard position >= nameEnd else { return false }
        nameEnd = end(from: position, while: SecretPattern.Alphabet.dashed.contains)
        guard let separator = separator(after: nameEnd) else { return false }
        let name = bytes[position..<nameEnd]
        let isHeader = separator.kind != .space && SecretNames.isAuthorization(name)
        guard let value = value(of: name, at: separator.end, after: separator.kind, isHeader) else { return false }
        let mayBePlace = mayBePlace(value) && !(isHeader && isToken(value))
        let isExpanded = uses().isExpanded(name)
        // What may be run, opened or contacted is shown, unless nobody could read it anyway.
        if mayBePlace || isExpanded, !isRandom(value), !isPassword(value) { return false }
        hide(value, isUsed: mayBePlace || uses().mayUse(name))
        return true
    }

    /// Whether `value` may name a file or a host.
    func mayBePlace(_ value: Range<Int>) -> Bool {
        value.count > Self.longestValue
            || bytes[value].contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") }
    }

    /// Whether `value` looks made by a machine: long enough, of the letters of base64, and of all kinds of them.
    func isRandom(_ value: Range<Int>) -> Bool {
        let value = value.prefix(Self.longestValue)
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

    /// Whether it begins as a vendor's tokens do, or as a JSON Web Token.
    private func isToken(_ value: Range<Int>) -> Bool {
        has("eyJ", at: value.lowerBound)
            || SecretPattern.byFirstByte[Int(bytes[value.lowerBound])].contains {
                bytes[value].starts(with: $0.prefix) && value.count >= $0.prefix.count + $0.atLeast
            }
    }

    /// Whether it stands behind the colon of a login.
    private func isPassword(_ value: Range<Int>) -> Bool {
        isOption && SecretNames.isLogin(bytes[position..<nameEnd]) && bytes[value.lowerBound - 1] == UInt8(ascii: ":")
    }

    /// Longer values are not looked into, so that the time stays linear.
    private static let longestValue = 512

    private mutating func value(
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

    private mutating func value(at start: Int, after separator: Separator, isHeader: Bool) -> Range<Int>? {
        var first = afterQuote(start)
        let isQuoted = first > start
        if isHeader { first = afterScheme(first) }
        // A whole private key has a rule of its own.
        guard !has("-----BEGIN ", at: first) else { return nil }
        let last = first < valueEnd ? valueEnd : end(from: first) { !SecretMask.isSyntax($0) }
        valueEnd = last
        guard last > first, !SecretNames.isPlaceholder(bytes[first..<last]),
            last - first > Self.longestValue || !SecretNames.isProgram(bytes[first..<last])
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
                    SecretPattern.Alphabet.dashed.contains($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
                        || $0 == UInt8(ascii: "=")
                }
            let hasDigit = bytes[secret].contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return secret.count >= 6 && hasDigit && endsValue(secret.upperBound) ? secret : nil
        }
    }

    /// Letters and digits in a run that nobody would make up.
    private func randomValue(at start: Int) -> Range<Int>? {
        let first = afterQuote(start)
        let value = first..<end(from: first, while: SecretPattern.Alphabet.letters.contains)
        let digits = bytes[value].count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let ends = byte(at: value.upperBound).map { SecretMask.isSyntax($0) || $0 == UInt8(ascii: ",") } ?? true
        return value.count >= 20 && digits > 1 && digits < value.count && ends ? value : nil
    }

    /// What stands after the colon in `name:password`; not in `1000:1000`, an address or a path.
    private func passwordOfLogin(at start: Int) -> Range<Int>? {
        let name = afterQuote(start)
        let colon = end(from: name, while: SecretPattern.Alphabet.dotted.contains)
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
        let scheme = end(from: index, limit: index + 20, while: SecretPattern.Alphabet.dashed.contains)
        let credentials = end(from: scheme, while: Self.isBlank)
        guard scheme > index, credentials > scheme, let next = byte(at: credentials), !SecretMask.isSyntax(next) else {
            return index
        }
        return credentials
    }
}
