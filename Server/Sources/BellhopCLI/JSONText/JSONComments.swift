/// The comments of a JSON text, which JSON does not know and some programs take out before they read it.
enum JSONComments {
    /// Puts a space in the place of each of their bytes, so that all else stands where it stood. A comment that does not end
    /// stays.
    static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        var (result, position) = (bytes, 0)
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): position = endOfText(bytes, from: position)
            case UInt8(ascii: "/"):
                let end = endOfComment(bytes, from: position) ?? position + 1
                for place in position..<end where end > position + 1 && bytes[place] != 0x0A { result[place] = 0x20 }
                position = end
            default: position += 1
            }
        }
        return result
    }

    private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return position + 1
    }

    /// - Returns: `nil` when none begins there, or it does not end.
    private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "/"): return bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        case UInt8(ascii: "*"):
            let closing = bytes.indices.dropFirst(start + 3).first {
                bytes[$0] == UInt8(ascii: "/") && bytes[$0 - 1] == UInt8(ascii: "*")
            }
            return closing.map { $0 + 1 }
        default: return nil
        }
    }
}
