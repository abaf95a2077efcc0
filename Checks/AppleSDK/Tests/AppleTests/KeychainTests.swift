import BellhopKit
import BellhopModel
@_spi(Testing) import Security
import Testing

@testable import BellhopSystem

@Suite("Secrets in the Keychain")
struct KeychainVaultTests {
    private let name = SecretName(rawValue: "device-key https://bellhop.example")

    @Test("A secret is stored, replaced and removed; it stays on this device and is readable after the first unlock")
    func roundTrip() async throws {
        let keychain = KeychainUnderTest()
        try await KeychainUnderTest.$value.withValue(keychain) {
            let vault = KeychainVault(group: "TEAM.dev.bellhop")
            try await vault.keep(Secret("one"), as: name)
            try await vault.keep(Secret("two"), as: name)
            let kept = try await vault.read(name)
            #expect(kept?.reveal() == "two")
            #expect(
                keychain.protection == [name.rawValue: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String])
            try await vault.delete(name)
            try await vault.delete(name)
            let gone = try await vault.read(name)
            #expect(gone == nil)
        }
    }

    @Test("A locked keychain throws instead of appearing empty")
    func locked() async throws {
        let keychain = KeychainUnderTest()
        try await KeychainUnderTest.$value.withValue(keychain) {
            let vault = KeychainVault()
            let empty = try await vault.read(name)
            #expect(empty == nil)
            keychain.fails = errSecInteractionNotAllowed
            await #expect(throws: KeychainFailure.locked) { try await vault.read(name) }
            await #expect(throws: KeychainFailure.locked) { try await vault.keep(Secret("x"), as: name) }
            keychain.fails = errSecMissingEntitlement
            await #expect(throws: KeychainFailure.notEntitled) { try await vault.delete(name) }
        }
    }

    @Test("A device key is created once for concurrent callers, and not while the vault is locked")
    func deviceKey() async throws {
        let keychain = KeychainUnderTest()
        try await KeychainUnderTest.$value.withValue(keychain) {
            let key = SecureEnclaveKey(vault: KeychainVault())
            keychain.fails = errSecInteractionNotAllowed
            await #expect(throws: KeychainFailure.locked) { try await key.publicKey() }
            keychain.fails = nil
            async let first = key.publicKey()
            async let second = key.publicKey()
            let keys = try await [first, second]
            #expect(keys[0] == keys[1] && keys[0].count == 65)
            #expect(Array(keychain.protection.keys) == ["device-signing-key"])
        }
    }
}
