#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
public import BellhopModel
import CryptoKit
import Foundation
import Security

/// The device's signing key in the Secure Enclave; where there is none, such as in the simulator, in the Keychain.
///
/// It signs after the first unlock, locked or not: to deny from the lock screen needs no unlocking, and whether to
/// approve does is a matter of the button.
public actor SecureEnclaveKey: DeviceKey {
    private let vault: any SecretVault
    private var opening: Task<SigningKey, any Error>?

    public init(vault: any SecretVault) { self.vault = vault }

    public func storage() async throws -> KeyStorage { try await key().storage }

    public func publicKey() async throws -> [UInt8] { Array(try await key().publicKey.x963Representation) }

    public func sign(_ message: [UInt8]) async throws -> [UInt8] {
        Array(try await key().signature(for: message).rawRepresentation)
    }

    /// Two that ask at the same time get the same: the first to ask opens it, or makes it.
    private func key() async throws -> SigningKey {
        // Unstructured: who asks first may be cancelled, the others wait for the same.
        let opening = opening ?? Task { [vault] in try await SigningKey.kept(in: vault) }
        self.opening = opening
        do {
            return try await opening.value
        } catch {
            // It may be unlocked the next time.
            if self.opening == opening { self.opening = nil }
            throw error
        }
    }
}

private enum SigningKey: Sendable {
    case enclave(SecureEnclave.P256.Signing.PrivateKey)
    case software(P256.Signing.PrivateKey)

    /// Opens the one that is kept, or makes one and keeps it.
    ///
    /// - Throws: when the vault cannot be opened now. A kept key that this device cannot open, because it is another
    ///   device's, is as good as none.
    static func kept(in vault: any SecretVault) async throws -> Self {
        if let secret = try await vault.read(StoredDeviceKey.name), let stored = StoredDeviceKey(secret),
            let key = try? Self(stored)
        {
            return key
        }
        let key = try make()
        try await vault.keep(key.stored.secret, as: StoredDeviceKey.name)
        return key
    }

    var storage: KeyStorage {
        switch self {
        case .enclave: .secureEnclave
        case .software: .keychain
        }
    }

    private init(_ stored: StoredDeviceKey) throws {
        switch stored {
        case .enclave(let data): self = .enclave(try .init(dataRepresentation: Data(data)))
        case .software(let data): self = .software(try .init(rawRepresentation: data))
        }
    }

    private static func make() throws -> Self {
        // The default of the enclave's keys is "while unlocked", which an action on the lock screen is not.
        guard SecureEnclave.isAvailable,
            let access = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .privateKeyUsage, nil)
        else { return .software(P256.Signing.PrivateKey()) }
        return .enclave(try SecureEnclave.P256.Signing.PrivateKey(accessControl: access))
    }

    private var stored: StoredDeviceKey {
        switch self {
        case .enclave(let key): .enclave(Array(key.dataRepresentation))
        case .software(let key): .software(Array(key.rawRepresentation))
        }
    }

    var publicKey: P256.Signing.PublicKey {
        switch self {
        case .enclave(let key): key.publicKey
        case .software(let key): key.publicKey
        }
    }

    func signature(for message: [UInt8]) throws -> P256.Signing.ECDSASignature {
        switch self {
        case .enclave(let key): try key.signature(for: message)
        case .software(let key): try key.signature(for: message)
        }
    }
}
#endif
