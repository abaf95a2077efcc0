/// A single pass over a text for ``SecretMask``.
///
/// The position only moves forward. A rule with unlimited lookahead records how far it looked, so that each byte is
/// read a limited number of times and hostile input costs no more than other input.
struct SecretScanner {
    let bytes: [UInt8]
    var position = 0
    private var output: [UInt8] = []
    /// The index up to which the input has been written.
    private var written = 0
    private var count = 0
    /// The number of masked characters that the text may use.
    private(set) var used = 0
    /// The end of the last examined name.
    var nameEnd = 0
    /// The end of the last examined value. A value that begins before it has the same end.
    var valueEnd = 0
    /// The first slash at or after the latest examined password.
    var slash = -1
    private var knownUses: SecretUsage?
    /// The index before which no JSON Web Token begins.
    var noTokenBefore = 0

    private static let mask = Array(SecretMask.mask.utf8)

    init(_ text: String) { bytes = Array(text.utf8) }

    var text: String { String(decoding: output, as: UTF8.self) }

    /// - Returns: the number of secrets. ``text`` is complete only when it is not 0.
    mutating func run() -> Int {
        while position < bytes.count {
            let byte = bytes[position]
            if Self.isWord(byte) {
                if !takeWord() { skipWord() }
            } else if byte == UInt8(ascii: ":"), has("://", at: position) {
                takeUserInfo()
            } else if byte == UInt8(ascii: "-"), has("-----BEGIN ", at: position) {
                takePrivateKey()
            } else if byte == 0x1B, has("[", at: position + 1) {
                skipControlSequence()
            } else {
                position += 1
            }
        }
        if count > 0 { output += bytes[written...] }
        return count
    }

    /// Tries all rules that apply at the start of a word.
    private mutating func takeWord() -> Bool {
        takeShape() || takeWebToken() || takeBearer() || takeNamed()
    }

    private mutating func skipWord() {
        while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    }

    /// Skips a terminal's control sequence (ECMA-48 §5.4). Its last byte is a letter, but does not begin a word: in
    /// coloured output a secret may follow directly.
    private mutating func skipControlSequence() {
        position = end(from: position + 2) { (0x20...0x3F).contains($0) }
        if let last = byte(at: position), (0x40...0x7E).contains(last) { position += 1 }
    }

    // MARK: - Writing

    /// Masks `range` and continues after it.
    ///
    /// - Parameter isUsed: whether the text may run, open or contact the masked value.
    mutating func hide(_ range: Range<Int>, isUsed: Bool) {
        if !(range.count == Self.mask.count && bytes[range].elementsEqual(Self.mask)) {
            output += bytes[written..<range.lowerBound]
            output += Self.mask
            written = range.upperBound
            count += 1
            if isUsed { used += String(decoding: bytes[range], as: UTF8.self).count }
        }
        position = range.upperBound
    }

    /// Computed for the first named secret, because most texts have none.
    mutating func uses() -> SecretUsage {
        if let knownUses { return knownUses }
        let uses = SecretUsage(bytes)
        knownUses = uses
        return uses
    }

    // MARK: - Lookahead

    func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    func has(_ text: StaticString, at index: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index + length <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[index..<index + length].elementsEqual($0) }
    }

    /// The first index from `index` on, at most `limit`, whose byte does not satisfy `isPart`.
    func end(from index: Int, limit: Int = .max, while isPart: (UInt8) -> Bool) -> Int {
        var index = index
        let stop = min(bytes.count, limit)
        while index < stop, isPart(bytes[index]) { index += 1 }
        return index
    }

    func isMixed(_ range: Range<Int>) -> Bool {
        bytes[range].contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && bytes[range].contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    static func isWord(_ byte: UInt8) -> Bool { SecretPattern.Alphabet.word.contains(byte) }
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// Secrets that are recognised by their format.
extension SecretScanner {
    mutating func takeShape() -> Bool {
        for shape in SecretPattern.byFirstByte[Int(bytes[position])] {
            let start = position + shape.prefix.count
            guard start <= bytes.count, bytes[position..<start].elementsEqual(shape.prefix) else { continue }
            // Looks ahead only as far as necessary. On a match the whole run is masked and passed.
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
            // All parts of this run have the same end, so they fail too.
            noTokenBefore = header
            return false
        }
        var last = end(from: header + 1, while: isPart)
        if byte(at: last) == UInt8(ascii: ".") { last = end(from: last + 1, while: isPart) }
        hide(position + 3..<last, isUsed: true)
        return true
    }

    /// `Bearer` and a token (RFC 6750 §2.1) without a header name before them.
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
        guard !mayBePathOrHost(token) || isRandom(token) else { return false }
        hide(token, isUsed: true)
        return true
    }

    /// The user information in a URL (RFC 3986 §3.2.1): its password, or all of it when it looks like a token.
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
        // With two `@`, parsers disagree about the start of the host.
        if let colon, colon < at {
            if colon + 1 < at { hide(colon + 1..<at, isUsed: ats > 1 || uses().isIndirect) }
        } else if at - start >= 20, isMixed(start..<at) {
            hide(start..<at, isUsed: ats > 1 || uses().isIndirect)
        }
    }

    /// The lines of a PEM private key (RFC 7468), also with line breaks written as `\n`.
    ///
    /// Masks each run that looks like Base64; everything between them is kept.
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
            // Keeps a leading slash, so that a path is still recognisable.
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
