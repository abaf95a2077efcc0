public import BellhopKit
import BellhopModel

/// A substitute for SHA-256: 32 bytes that differ when the input does. The kit never interprets them.
public struct FakeDigest: Digesting {
    public init() {}

    public func sha256(_ bytes: [UInt8]) -> [UInt8] { Self.digest(bytes) }

    /// 32 bytes.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        (0..<4).flatMap { lane in
            // FNV-1a with another start for each lane.
            let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 &+ UInt64(lane)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            return withUnsafeBytes(of: hash.bigEndian) { Array($0) }
        }
    }

    /// 64 hex digits, as in ``AskRequest/Content/inputDigest``.
    public static func hex(_ text: String, nonce: String? = nil) -> String {
        InputDigest.hex(of: text, nonce: nonce, sha256: digest)
    }
}
