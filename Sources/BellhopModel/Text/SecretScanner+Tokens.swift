/// Secrets that are recognised by how they look.
extension SecretScanner {
    mutating func takeShape() -> Bool {
        for shape in SecretPattern.byFirstByte[Int(bytes[position])] {
            let start = position + shape.prefix.count
            guard start <= bytes.count, bytes[position..<start].elementsEqual(shape.prefix) else { continue }
            // Looks ahead no further than it must; when that is far enough, the whole run is hidden and passed.
            let certain = end(from: start, limit: start + shape.atLeast, while: shape.alphabet.contains)
            guard certain - start == shape.atLeast, !shape.mixed || isMixed(start..<certain) else { continue }
            // Without a name before it, it may be the name of a program or a file.
            hide(start..<end(from: certain, while: shape.alphabet.contains), isUsed: true)
            return true
        }
        return false
    }

    /// A JSON Web Token (RFC 7519 §3): two or three parts in base64url, the first of which begins with `{"`.
    mutating func takeWebToken() -> Bool {
        guard position >= noTokenBefore, has("eyJ", at: position) else { return false }
        let isPart = SecretPattern.Alphabet.dashed.contains
        let header = end(from: position, while: isPart)
        guard header - position >= 10, byte(at: header) == UInt8(ascii: "."), byte(at: header + 1).map(isPart) == true
        else {
            // Every part of this run ends where it does, and so fails like it.
            noTokenBefore = header
            return false
        }
        var last = end(from: header + 1, while: isPart)
        if byte(at: last) == UInt8(ascii: ".") { last = end(from: last + 1, while: isPart) }
        hide(position + 3..<last, isUsed: true)
        return true
    }

    /// `Bearer` and a token (RFC 6750 §2.1) where no header name stands before it.
    mutating func takeBearer() -> Bool {
        guard has("Bearer ", at: position) || has("bearer ", at: position) else { return false }
        let start = position + 7
        let isPart = { (byte: UInt8) in
            SecretPattern.Alphabet.dotted.contains(byte) || byte == UInt8(ascii: "~") || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
        }
        let shortest = 16
        guard end(from: start, limit: start + shortest, while: isPart) - start == shortest else { return false }
        let token = start..<end(from: start, while: isPart)
        guard !mayBePlace(token) || isRandom(token) else { return false }
        hide(token, isUsed: true)
        return true
    }

    /// What stands before `@` in a URL (RFC 3986 §3.2.1): the password, or all of it when it looks like a token.
    mutating func takeUserInfo() {
        let start = position + 3
        position = start
        var colon: Int?
        var at: Int?
        var ats = 0
        var index = start
        scan: while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break scan
            case UInt8(ascii: ":"): if colon == nil { colon = index }
            case UInt8(ascii: "@"):
                at = index
                ats += 1
            case let byte: if SecretMask.isSyntax(byte) { break scan }
            }
            index += 1
        }
        guard let at else { return }
        // With two of them readers disagree about where the host begins.
        if let colon, colon < at {
            if colon + 1 < at { hide(colon + 1..<at, isUsed: ats > 1 || uses().isIndirect) }
        } else if at - start >= 20, isMixed(start..<at) {
            hide(start..<at, isUsed: ats > 1 || uses().isIndirect)
        }
    }

    /// The lines of a PEM private key (RFC 7468), also where line breaks are written as `\n`.
    ///
    /// Only runs that look like base64 are hidden, each for itself; everything between them stays.
    mutating func takePrivateKey() {
        let label = end(from: position + 11, limit: position + 75) {
            SecretPattern.Alphabet.capitals.contains($0) || $0 == 0x20
        }
        let labelEnd = bytes[position..<label]
        position = label
        guard has("-----", at: label), String(decoding: labelEnd, as: UTF8.self).contains("PRIVATE KEY") else { return }
        position = label + 5
        var lines = 0
        var headers = 0
        while position < bytes.count {
            position = end(from: position) { $0 <= 0x20 }
            // A line break written as an escape, as in JSON and in many environment variables.
            if has("\\n", at: position) || has("\\r", at: position) {
                position += 2
                continue
            }
            let stop = end(from: position, while: Self.isBase64)
            guard stop > position, isLineEnd(stop) else {
                // Headers such as `Proc-Type: 4,ENCRYPTED` come first; anything else ends the key.
                guard lines == 0, headers < 4, stop > position else { return }
                headers += 1
                position = end(from: position) { $0 != 0x0A && $0 != UInt8(ascii: "\\") }
                continue
            }
            // A line may begin like a path, and then says so.
            let kept = lines == 0 ? min(4, stop - position) : bytes[position] == UInt8(ascii: "/") ? 1 : 0
            if stop - position >= 20 || isMixed(position..<stop) {
                hide(position + kept..<stop, isUsed: true)
                lines += 1
            } else {
                position = stop
            }
        }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        SecretPattern.Alphabet.letters.contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "=")
    }

    private func isLineEnd(_ index: Int) -> Bool {
        guard let next = byte(at: index) else { return true }
        return next <= 0x20 || next == UInt8(ascii: "\\") || has("-----END", at: index)
    }
}
