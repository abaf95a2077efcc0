/// How a text is laid out, so that what is added looks like the rest.
struct JSONLayout: Hashable, Sendable {
    /// One level.
    var indent = "  "
    var newline = "\n"
    /// Each member on a line of its own.
    var isMultiline = true
    /// Spaces after commas and colons where all stands on one line.
    var isSpaced = true

    /// Two spaces and a newline.
    static let usual = JSONLayout()

    private init() {}

    init(of text: JSONText) {
        if let end = text.bytes.firstIndex(of: 0x0A), end > 0, text.bytes[end - 1] == 0x0D { newline = "\r\n" }
        guard let first = text.root.items.first else { return }
        if let space = text.space(before: first.lowerBound) {
            if !space.isEmpty { indent = space }
        } else {
            isMultiline = false
            isSpaced =
                text.root.members?.first.map { member in
                    text.bytes[member.value.range.lowerBound - 1] == UInt8(ascii: " ")
                } ?? true
        }
    }
}

extension JSONText {
    /// What stands between the line's beginning and `position`; `nil` when it is more than spaces and tabs.
    func space(before position: Int) -> String? {
        let head = bytes[..<position]
        guard let newline = head.lastIndex(of: 0x0A) else { return nil }
        let space = head[(newline + 1)...]
        guard space.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return nil }
        return String(decoding: space, as: UTF8.self)
    }

    /// What the line of `position` begins with.
    func indentation(at position: Int) -> String {
        let start = bytes[..<position].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return String(decoding: bytes[start..<position].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }
}
