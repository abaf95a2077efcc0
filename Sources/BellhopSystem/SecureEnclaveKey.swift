#if canImport(UIKit) && !os(watchOS)
package import BellhopKit
package import BellhopModel
import CryptoKit
import Foundation
import Security

/// The device's signing key in the Secure Enclave; without one, for example on the Simulator, in the Keychain.
///
/// It signs after the first unlock, also while the device is locked: a denial from the lock screen requires no unlock,
/// and for an approval the button requires it.
package actor SecureEnclaveKey: DeviceKey {
    private let vault: any SecretVault
    private var opening: Task<SigningKey, any Error>?

    package init(vault: any SecretVault) { self.vault = vault }

    package func storage() async throws -> KeyStorage { try await key().storage }

    package func publicKey() async throws -> [UInt8] { Array(try await key().publicKey.x963Representation) }

    package func sign(_ message: [UInt8]) async throws -> [UInt8] {
        Array(try await key().signature(for: message).rawRepresentation)
    }

    /// The key. Concurrent calls get the same key: the first opens or creates it.
    private func key() async throws -> SigningKey {
        // Unstructured: the first caller may be cancelled while others wait.
        let opening = opening ?? Task { [vault] in try await SigningKey.kept(in: vault) }
        self.opening = opening
        do {
            return try await opening.value
        } catch {
            // The device may be unlocked at the next call.
            if self.opening == opening { self.opening = nil }
            throw error
        }
    }
}

private enum SigningKey: Sendable {
    case enclave(SecureEnclave.P256.Signing.PrivateKey)
    case software(P256.Signing.PrivateKey)

    /// Opens the stored key, or creates and stores one.
    ///
    /// - Throws: when the vault cannot be read now. A stored key of another device, which this one cannot open, is
    ///   replaced.
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
        // By default the enclave's keys are usable only while the device is unlocked; an action on the lock screen
        // needs them.
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

/// SHA-256 by CryptoKit.
package struct AppleDigesting: Digesting {
    package init() {}

    package func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
#endif
