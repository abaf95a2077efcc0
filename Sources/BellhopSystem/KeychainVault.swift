#if canImport(UIKit) && !os(watchOS)
package import BellhopKit
package import BellhopModel
import Foundation
import Security

/// Secrets in the Keychain. An actor, because its calls block while another process works.
package actor KeychainVault: SecretVault {
    private let items: KeychainItems

    /// - Parameters:
    ///   - service: the service name of the items.
    ///   - group: the access group shared with the app's extensions, with the team's prefix; `nil` for the app's own.
    package init(service: String = "dev.bellhop", group: String? = nil) {
        items = KeychainItems(service: service, group: group)
    }

    package func read(_ name: SecretName) throws(KeychainFailure) -> Secret? {
        try items.read(name.rawValue).map { Secret(String(decoding: $0, as: UTF8.self)) }
    }

    package func keep(_ secret: Secret, as name: SecretName) throws(KeychainFailure) {
        try items.keep(Data(secret.reveal().utf8), as: name.rawValue)
    }

    package func delete(_ name: SecretName) throws(KeychainFailure) { try items.delete(name.rawValue) }
}

/// Generic passwords of one service, through the Keychain's C interface.
///
/// They are readable after the first unlock, because an action on the lock screen needs them, and are not migrated to
/// another device.
struct KeychainItems: Sendable {
    let service: String
    /// The access group; `nil` for the app's own.
    let group: String?

    /// - Returns: `nil` when there is no such item.
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

    func delete(_ account: String) throws(KeychainFailure) {
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

/// An error of the Keychain. A missing item is not an error.
package enum KeychainFailure: Error, Hashable, Sendable {
    /// The device was not unlocked since its start.
    case locked
    /// The entitlements do not list the access group.
    case notEntitled
    /// Any other `OSStatus`.
    case other(Int32)

    init(_ status: OSStatus) {
        self =
            switch status {
            case errSecInteractionNotAllowed, errSecNotAvailable: .locked
            case errSecMissingEntitlement: .notEntitled
            default: .other(status)
            }
    }
}
#endif
