public import BellhopModel

/// Keeps secrets where other apps and backups do not reach: the Keychain, with
/// `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`, since an action on the lock screen needs them.
public protocol SecretVault: Sendable {
    /// The secret under `name`; `nil` when there is none.
    ///
    /// - Throws: when the vault cannot be opened now, such as before the first unlock after a restart. That is not the
    ///   same as an empty one.
    func read(_ name: SecretName) async throws -> Secret?

    /// Keeps `secret`, in place of an older one.
    func keep(_ secret: Secret, as name: SecretName) async throws

    /// Removes the secret, if there is one.
    func forget(_ name: SecretName) async throws
}

/// The name of a secret. One server's key is never sent to another.
public struct SecretName: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The key that the server at `server` gave this device when it was paired.
    public static func deviceKey(at server: String) -> Self { Self(rawValue: "device-key \(server)") }
}
