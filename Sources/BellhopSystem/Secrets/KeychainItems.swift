#if canImport(UIKit) && !os(watchOS)
import Foundation
import Security

/// Generic passwords of one service. All that Bellhop knows of the Keychain's C interface stands here.
///
/// They are readable after the first unlock, because an action on the lock screen needs them, and stay on this device.
struct KeychainItems: Sendable {
    let service: String
    /// `nil` for the app's own.
    let group: String?

    /// - Returns: `nil` when there is none.
    func read(_ account: String) throws(KeychainFailure) -> Data? {
        var query = query(account)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        if status == errSecItemNotFound { return nil }
        try check(status)
        return item as? Data
    }

    func keep(_ data: Data, as account: String) throws(KeychainFailure) {
        let values: [String: Any] = [
            kSecValueData as String: data,
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        let status = SecItemUpdate(query(account) as CFDictionary, values as CFDictionary)
        guard status == errSecItemNotFound else { return try check(status) }
        try check(SecItemAdd(query(account).merging(values) { $1 } as CFDictionary, nil))
    }

    func forget(_ account: String) throws(KeychainFailure) {
        let status = SecItemDelete(query(account) as CFDictionary)
        if status != errSecItemNotFound { try check(status) }
    }

    private func query(_ account: String) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecAttrAccount as String: account,
        ]
        if let group { query[kSecAttrAccessGroup as String] = group }
        return query
    }

    private func check(_ status: OSStatus) throws(KeychainFailure) {
        if status != errSecSuccess { throw KeychainFailure(status) }
    }
}
#endif
