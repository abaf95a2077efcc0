/// APNs' identifier of a broadcast channel: Base64 of no fixed length (Apple, *Sending channel management requests to
/// APNs*). It is not secret: every app that follows the channel receives it.
public struct ChannelID: Hashable, Sendable, LosslessStringConvertible {
    public let description: String

    /// The allowed length in characters, all of them ASCII.
    public static let length = 1...512

    /// - Returns: `nil` unless `description` is 1 to 512 characters of Base64 (RFC 4648 §4 or §5).
    public init?(_ description: String) {
        let bytes = description.utf8
        let digits = bytes.reversed().drop { $0 == UInt8(ascii: "=") }
        guard Self.length.contains(bytes.count), !digits.isEmpty, bytes.count - digits.count <= 2,
            digits.allSatisfy(Self.isDigit)
        else { return nil }
        self.description = description
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension ChannelID: StringCodable {
    public static func decodingProblem(with text: String) -> String {
        "expected a channel's id, in Base64"
    }
}

extension ChannelID: ExpressibleByStringLiteral {
    /// For literals in code. An invalid literal is a programming error and traps.
    public init(stringLiteral value: String) {
        guard let id = Self(value) else { preconditionFailure("\(value.debugDescription) is not a channel's id") }
        self = id
    }
}
