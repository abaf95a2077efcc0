public import BellhopModel
import Crypto

/// How keys are made and recognised.
///
/// A key is `bh_<role>_` and 256 random bits in URL-safe Base64. So much randomness needs no slow hash: the server keeps
/// SHA-256 and looks keys up by it, which also takes comparison time out of an attacker's hands.
public enum APIKey {
    /// A new key for `role`.
    public static func make(for role: Role) -> Secret {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Secret("bh_\(role.rawValue)_\(Base64.encodeURLSafe(bytes))")
    }

    public static func hash(_ key: Secret) -> [UInt8] { Array(SHA256.hash(data: Array(key.reveal().utf8))) }
}
