/// Hexadecimal digits, lower case when written, either case when read.
public enum Hex {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(character(byte >> 4))
            text.append(character(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `count` random bytes.
    public static func random(bytes count: Int, using generator: inout some RandomNumberGenerator) -> String {
        encode((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// The same from the system's generator.
    public static func random(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return random(bytes: count, using: &generator)
    }

    /// The bytes that `text` writes, or `nil` when it has an odd length or another character.
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
