/// Finds the names whose values a shell or a program may use.
///
/// A value is data if it is given to an option, a header or a variable that the text does not mention again. Doubtful
/// cases count as used, and a person has to look at the value.
struct SecretUsage {
    /// Names after `$`.
    private var expanded: Set<ArraySlice<UInt8>> = []
    /// Names that occur without being assigned a value.
    private var mentioned: Set<ArraySlice<UInt8>> = []
    /// `true` if values can be used without their names: by position, by splitting the text, or by passing it to a
    /// shell.
    private(set) var isIndirect = false

    init(_ bytes: [UInt8]) {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "$"): index = takeExpansion(bytes, at: index + 1)
            case UInt8(ascii: "|"): index = takePipe(bytes, at: index + 1)
            case let byte where SecretPattern.Alphabet.word.contains(byte): index = takeWord(bytes, at: index)
            default: index += 1
            }
        }
    }

    func isExpanded(_ name: ArraySlice<UInt8>) -> Bool { expanded.contains(name) }

    /// Returns whether the text may use the value of `name`.
    func mayUse(_ name: ArraySlice<UInt8>) -> Bool { isIndirect || isExpanded(name) || mentioned.contains(name) }

    /// - Parameter start: the index after the dollar sign.
    private mutating func takeExpansion(_ bytes: [UInt8], at start: Int) -> Int {
        guard start < bytes.count else { return start }
        let isBraced = bytes[start] == UInt8(ascii: "{")
        let first = isBraced ? start + 1 : start
        let end = Self.wordEnd(bytes, from: first)
        let name = bytes[first..<end]
        guard let letter = name.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter) else {
            // `$1`, `$@`, `$*`, `$!`, and any expression in braces that does not begin with a name.
            let isPosition = first < bytes.count && "0123456789@*!".utf8.contains(bytes[first])
            if isBraced || isPosition { isIndirect = true }
            return max(start, end)
        }
        // `${NAME#…}` takes a part of a value, and `$_` and `$BASH_COMMAND` are words of the text itself.
        let isWhole = !isBraced || end < bytes.count && bytes[end] == UInt8(ascii: "}")
        if !isWhole || name.elementsEqual("_".utf8) || name.starts(with: "BASH".utf8) { isIndirect = true }
        // PHP and PowerShell write the dollar sign in assignments too.
        if !isBraced, Self.isGivenValue(bytes, at: end, by: "=") {
            mentioned.insert(name)
        } else {
            expanded.insert(name)
        }
        return end
    }

    private mutating func takePipe(_ bytes: [UInt8], at start: Int) -> Int {
        var first = start
        while first < bytes.count, bytes[first] <= 0x20 || bytes[first] == UInt8(ascii: "&") { first += 1 }
        if Self.shells.contains(bytes[first..<Self.wordEnd(bytes, from: first)]) { isIndirect = true }
        return first
    }

    private mutating func takeWord(_ bytes: [UInt8], at start: Int) -> Int {
        let end = Self.wordEnd(bytes, from: start)
        let word = bytes[start..<end]
        if Self.readers.contains(word) { isIndirect = true }
        let isOption = start > 0 && bytes[start - 1] == UInt8(ascii: "-")
        if !isOption, !Self.isGivenValue(bytes, at: end),
            SecretNames.isSecret(word) || SecretNames.mayBeSecret(word)
        {
            mentioned.insert(word)
        }
        return end
    }

    /// Returns whether one of `signs` follows that is not part of a comparison.
    private static func isGivenValue(_ bytes: [UInt8], at end: Int, by signs: String = "=:") -> Bool {
        var index = end
        while index < bytes.count, [0x20, 0x09, 0x22, 0x27, 0x5C].contains(bytes[index]), index < end + 4 { index += 1 }
        guard index < bytes.count else { return false }
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        return signs.utf8.contains(bytes[index]) && next != UInt8(ascii: "=")
    }

    private static func wordEnd(_ bytes: [UInt8], from start: Int) -> Int {
        var end = min(start, bytes.count)
        while end < bytes.count, SecretPattern.Alphabet.word.contains(bytes[end]) { end += 1 }
        return end
    }

    private static func names(_ names: String...) -> Set<ArraySlice<UInt8>> { Set(names.map { Array($0.utf8)[...] }) }

    /// Programs that run their arguments or their input.
    private static let shells = names(
        "sh", "bash", "zsh", "dash", "ksh", "fish", "sudo", "python", "python3", "perl", "ruby", "node", "php", "source"
    )
    /// Programs that make words or values from a text.
    private static let readers = names(
        "eval", "xargs", "printenv", "declare", "typeset", "compgen", "awk", "sed", "cut", "tr")
}
