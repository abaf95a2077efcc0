/// One pass over one text for ``SecretMask``.
///
/// The position only moves forward. Where a rule has to look ahead without a limit and may still fail, it remembers how
/// far it looked, so that no byte is looked at more than a few times and hostile input costs no more than other input.
struct SecretScanner {
    let bytes: [UInt8]
    var position = 0
    private var output: [UInt8] = []
    /// Everything before has been written.
    private var written = 0
    private var count = 0
    /// The number of masked characters that the text may use.
    private(set) var used = 0
    /// The end of the name that was last looked at.
    var nameEnd = 0
    /// The end of the value that was last looked at: a value that begins before it ends there, too.
    var valueEnd = 0
    private var knownUses: SecretUsage?
    /// No JSON Web Token begins before.
    var noTokenBefore = 0

    private static let mask = Array(SecretMask.mask.utf8)

    init(_ text: String) { bytes = Array(text.utf8) }

    var text: String { String(decoding: output, as: UTF8.self) }

    /// - Returns: how many secrets were found. ``text`` is complete only when there was one.
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

    /// At the start of a word: one of the things that a secret can begin with?
    private mutating func takeWord() -> Bool {
        takeShape() || takeWebToken() || takeBearer() || takeNamed()
    }

    private mutating func skipWord() {
        while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    }

    /// Past a terminal's control sequence (ECMA-48 §5.4): its last byte is a letter, but begins no word. Coloured
    /// output has a secret right behind one.
    private mutating func skipControlSequence() {
        position = end(from: position + 2) { (0x20...0x3F).contains($0) }
        if let last = byte(at: position), (0x40...0x7E).contains(last) { position += 1 }
    }

    // MARK: - Writing

    /// Hides `range` and goes on after it.
    ///
    /// - Parameter isUsed: the text may run, open or contact what is hidden.
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

    /// Found at the first named secret: most texts have none.
    mutating func uses() -> SecretUsage {
        if let knownUses { return knownUses }
        let uses = SecretUsage(bytes)
        knownUses = uses
        return uses
    }

    // MARK: - Looking

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
