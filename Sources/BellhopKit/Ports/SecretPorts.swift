public import BellhopModel

/// The device's signing key: ECDSA over P-256 with SHA-256, the only algorithm of the Secure Enclave.
///
/// The private key never leaves it. When it is lost, the device must be paired again as a new one.
public protocol DeviceKey: Sendable {
    /// The storage of the private key, for the server and the user.
    ///
    /// - Throws: when the key cannot be read now.
    func storage() async throws -> KeyStorage

    /// The public key: 65 bytes, the uncompressed point (SEC 1 §2.3.3, ANSI X9.63).
    ///
    /// - Throws: when the key cannot be read now, for example before the first unlock after a restart.
    func publicKey() async throws -> [UInt8]

    /// Signs SHA-256 of `message`.
    ///
    /// - Returns: 64 bytes, R and S of 32 bytes each (IEEE P1363).
    /// - Throws: when the key cannot be used now.
    func sign(_ message: [UInt8]) async throws -> [UInt8]
}

/// SHA-256 (FIPS 180-4), from the platform's library.
public protocol Digesting: Sendable {
    /// 32 bytes.
    func sha256(_ bytes: [UInt8]) -> [UInt8]
}

/// Stores secrets where other apps and backups have no access: the Keychain, with
/// `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`, since an action on the lock screen needs them.
public protocol SecretVault: Sendable {
    /// The secret under `name`; `nil` when there is none.
    ///
    /// - Throws: when the vault cannot be opened now, for example before the first unlock after a restart, which is
    ///   different from an empty vault.
    func read(_ name: SecretName) async throws -> Secret?

    /// Stores or replaces `secret`.
    func keep(_ secret: Secret, as name: SecretName) async throws

    /// Deletes the secret, if there is one.
    func delete(_ name: SecretName) async throws
}

/// The name of a secret. One server's key is never sent to another.
public struct SecretName: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The key that the server at `server` issued to this device at pairing.
    public static func deviceKey(at server: String) -> Self { Self(rawValue: "device-key \(server)") }
}
