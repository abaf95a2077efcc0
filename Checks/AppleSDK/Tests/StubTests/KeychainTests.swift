import Foundation
@_spi(Testing) import Security
import Testing

@Suite("The keychain in memory keeps the system's rules")
struct KeychainTests {
    private func query(_ account: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "bellhop",
            kSecAttrAccount as String: account,
        ]
    }

    @Test("What is added is found, changed and removed")
    func roundTrip() {
        KeychainUnderTest.$value.withValue(KeychainUnderTest()) {
            var new = query("key")
            new[kSecValueData as String] = Data([1, 2])
            new[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            #expect(SecItemAdd(new as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(new as CFDictionary, nil) == errSecDuplicateItem)
            #expect(read("key") == Data([1, 2]))
            let change = [kSecValueData as String: Data([3])]
            #expect(SecItemUpdate(query("key") as CFDictionary, change as CFDictionary) == errSecSuccess)
            #expect(read("key") == Data([3]))
            #expect(read("other") == nil)
            #expect(SecItemDelete(query("key") as CFDictionary) == errSecSuccess)
            #expect(SecItemDelete(query("key") as CFDictionary) == errSecItemNotFound)
        }
    }

    @Test("Before the first unlock every call says so")
    func locked() {
        let keychain = KeychainUnderTest()
        keychain.fails = errSecInteractionNotAllowed
        KeychainUnderTest.$value.withValue(keychain) {
            #expect(SecItemCopyMatching(query("key") as CFDictionary, nil) == errSecInteractionNotAllowed)
        }
    }

    private func read(_ account: String) -> Data? {
        var query = query(account)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        return SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess ? found as? Data : nil
    }
}
