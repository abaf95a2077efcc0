import BellhopFoundation

/// Base64 of RFC 4648 §4 (standard) and §5 (URL-safe, without padding).
public enum Base64 {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }

    public static func encodeURLSafe(_ bytes: some Sequence<UInt8>) -> String {
        var text = encode(bytes)
        while text.last == "=" { text.removeLast() }
        return String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    /// The bytes of `text` in either alphabet, with or without padding; `nil` for other texts.
    public static func decode(_ text: String) -> [UInt8]? {
        var standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        while standard.last == "=" { standard.removeLast() }
        standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard).map(Array.init)
    }
}

/// Hexadecimal digits: written in lower case, read in either case.
public enum Hex {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(character(byte >> 4))
            text.append(character(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `count` random bytes as hex digits.
    public static func random(bytes count: Int, using generator: inout some RandomNumberGenerator) -> String {
        encode((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// `count` random bytes as hex digits, from the system's random number generator.
    public static func random(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return random(bytes: count, using: &generator)
    }

    /// The bytes of `text`; `nil` when it has an odd length or another character.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let source = text.utf8
        guard source.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count / 2)
        var first: UInt8?
        for character in source {
            guard let digit = digit(character) else { return nil }
            if let high = first {
                bytes.append(high << 4 | digit)
                first = nil
            } else {
                first = digit
            }
        }
        return bytes
    }

    static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func character(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
