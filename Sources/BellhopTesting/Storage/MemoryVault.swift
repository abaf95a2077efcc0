public import BellhopKit
public import BellhopModel

/// A vault in memory that can be locked, as the Keychain is before the first unlock.
public actor MemoryVault: SecretVault {
    /// The error of a locked vault.
    public struct Locked: Error {}

    /// Everything that is kept.
    public private(set) var secrets: [SecretName: Secret] = [:]
    private var isLocked = false

    public init() {}

    /// Nothing can be read or kept while it is locked; nothing is lost.
    public func setLocked(_ value: Bool) { isLocked = value }

    public func read(_ name: SecretName) async throws -> Secret? {
        if isLocked { throw Locked() }
        return secrets[name]
    }

    public func keep(_ secret: Secret, as name: SecretName) async throws {
        if isLocked { throw Locked() }
        secrets[name] = secret
    }

    public func forget(_ name: SecretName) async throws {
        if isLocked { throw Locked() }
        secrets[name] = nil
    }
}
