import BellhopModel

/// Reads the field names of a JSON text without making values of it: every request passes here, and nearly every one has
/// known fields only. Broken JSON has no unknown fields: decoding it says what is wrong.
struct FieldScan {
    private(set) var hasUnknownFields = false
    /// A known field that one object has twice.
    private(set) var repeatedField: String?
    private let json: [UInt8]
    private var index = 0

    init(_ json: [UInt8], for fields: KnownFields) {
        self.json = json
        read(fields)
    }

    /// Reads the value at the current position, and leaves the position after it.
    private mutating func read(_ fields: KnownFields) {
        skipSpace()
        switch (byte, fields) {
        case (UInt8(ascii: "{"), .object(let known, _)):
            var seen: Set<String> = []
            readMembers { scan, name in
                guard let field = known[name] else {
                    scan.hasUnknownFields = true
                    return scan.read(.free)
                }
                if !seen.insert(name).inserted { scan.repeatedField = name }
                scan.read(field)
            }
        case (UInt8(ascii: "{"), .map(let value)):
            readMembers { scan, _ in scan.read(value) }
        case (UInt8(ascii: "["), .list(let item)):
            repeat {
                index += 1
                skipSpace()
                guard byte != UInt8(ascii: "]") else { break }
                read(item)
                skipSpace()
            } while byte == UInt8(ascii: ",")
            index += 1
        default:
            skipValue()
        }
    }

    private mutating func readMembers(_ readValue: (inout FieldScan, String) -> Void) {
        repeat {
            index += 1
            skipSpace()
            // The end of an empty object, or no JSON.
            guard byte == UInt8(ascii: "\""), let name = name() else { break }
            skipSpace()
            guard byte == UInt8(ascii: ":") else { break }
            index += 1
            readValue(&self, name)
            skipSpace()
        } while byte == UInt8(ascii: ",")
        index += 1
    }

    private var byte: UInt8? { index < json.count ? json[index] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// - Returns: the text of the string at the current position; `nil` when it does not end or has a broken escape.
    private mutating func name() -> String? {
        let start = index
        skipString()
        let text = json[start..<index]
        guard text.count >= 2, text.last == UInt8(ascii: "\"") else { return nil }
        guard text.contains(UInt8(ascii: "\\")) else {
            return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        }
        return try? CanonicalJSON.decode(String.self, from: text)
    }

    private mutating func skipString() {
        index += 1
        while let byte {
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { break }
        }
        index = min(index, json.count)
    }

    private mutating func skipValue() {
        var depth = 0
        repeat {
            guard let byte else { return }
            switch byte {
            case UInt8(ascii: "\""):
                skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0: return
            default: break
            }
            index += 1
        } while depth > 0 || !isAtValueEnd
    }

    /// Between values, where nothing is open.
    private var isAtValueEnd: Bool {
        byte == nil || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }
}
