/// What a change does to a text, for people: the lines that differ, with some around them.
enum LineDifference {
    private static let context = 2

    static func lines(from former: [UInt8]?, to latter: [UInt8]?) -> [String] {
        let (old, new) = (split(former), split(latter))
        guard old != new else { return [] }
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let before = old[..<head].suffix(context).map { "  " + $0 }
        let removed = old[head..<(old.count - tail)].map { "- " + $0 }
        let added = new[head..<(new.count - tail)].map { "+ " + $0 }
        let after = old[(old.count - tail)...].prefix(context).map { "  " + $0 }
        return before + removed + added + after
    }

    private static func split(_ bytes: [UInt8]?) -> [String] {
        guard let bytes, !bytes.isEmpty else { return [] }
        var lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(String.init)
    }
}
