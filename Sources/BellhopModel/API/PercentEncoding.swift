import BellhopFoundation

/// Percent-encoding of one path segment or query value (RFC 3986 §2.1): everything but unreserved characters.
public enum PercentEncoding {
    public static func segment(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += "%" + Hex.encode([byte]).uppercased()
            }
        }
        return encoded
    }

    /// The decoded text of `segment`; `nil` when its escapes are invalid or it is not UTF-8.
    public static func decode(_ segment: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = segment.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let decoded = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)) else {
                return nil
            }
            bytes += decoded
            rest = rest.dropFirst(2)
        }
        return String(bytes: bytes, encoding: .utf8)
    }
}
