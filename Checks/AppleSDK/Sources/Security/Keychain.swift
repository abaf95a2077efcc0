// developer.apple.com/documentation/security/keychain-services: generic passwords, kept in memory.
// developer.apple.com/documentation/security/secaccesscontrol, …/secaccesscontrolcreateflags
// The keychain in memory. An item is found by class, service, account and access group, as generic passwords are.

@_exported import Foundation
@_exported import FoundationGaps

nonisolated(unsafe) public let kSecClass: CFString = "class"
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"

public var errSecSuccess: OSStatus { 0 }
public var errSecParam: OSStatus { -50 }
public var errSecNotAvailable: OSStatus { -25291 }
public var errSecDuplicateItem: OSStatus { -25299 }
public var errSecItemNotFound: OSStatus { -25300 }
public var errSecInteractionNotAllowed: OSStatus { -25308 }
public var errSecAuthFailed: OSStatus { -25293 }
public var errSecMissingEntitlement: OSStatus { -34018 }
public var errSecUserCanceled: OSStatus { -128 }

@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    KeychainUnderTest.current.add(attributes)
}

@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    KeychainUnderTest.current.copy(query, result)
}

@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    KeychainUnderTest.current.update(query, attributesToUpdate)
}

@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { KeychainUnderTest.current.delete(query) }

public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? { nil }

public final class SecAccessControl: Sendable {
    let flags: SecAccessControlCreateFlags
    init(flags: SecAccessControlCreateFlags) { self.flags = flags }
}

public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let userPresence = Self(rawValue: 1 << 0)
    public static let biometryAny = Self(rawValue: 1 << 1)
    public static let biometryCurrentSet = Self(rawValue: 1 << 3)
    public static let devicePasscode = Self(rawValue: 1 << 4)
    public static let privateKeyUsage = Self(rawValue: 1 << 30)
}

public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? { SecAccessControl(flags: flags) }

nonisolated(unsafe) public let kCFAllocatorDefault: CFAllocator! = nil

@_spi(Testing)
public final class KeychainUnderTest: Sendable {
    @TaskLocal public static var value: KeychainUnderTest?
    static let shared = KeychainUnderTest()
    static var current: KeychainUnderTest { value ?? shared }

    private let lock = NSLock()
    nonisolated(unsafe) private var items: [[String: Any]] = []  // under the lock
    nonisolated(unsafe) private var failure: OSStatus?  // under the lock

    public init() {}

    /// The status of every call, such as `errSecInteractionNotAllowed` before the first unlock; `nil` for success.
    public var fails: OSStatus? {
        get { lock.withLock { failure } }
        set { lock.withLock { failure = newValue } }
    }

    /// The protection of each item: `kSecAttrAccessible` by account.
    public var protection: [String: String] {
        lock.withLock {
            var found: [String: String] = [:]
            for item in items {
                if let account = item["acct"] as? String { found[account] = item["pdmn"] as? String ?? "" }
            }
            return found
        }
    }

    private static let identity = ["class", "svce", "acct", "agrp"]

    private static func values(_ dictionary: CFDictionary) -> [String: Any] {
        var values: [String: Any] = [:]
        for (key, value) in dictionary { if let key = key as? String { values[key] = value } }
        return values
    }

    private static func matches(_ item: [String: Any], _ query: [String: Any]) -> Bool {
        identity.allSatisfy { key in query[key] == nil || (query[key] as? String) == (item[key] as? String) }
    }

    private func working(_ body: () -> OSStatus) -> OSStatus {
        lock.withLock { failure ?? body() }
    }

    func add(_ attributes: CFDictionary) -> OSStatus {
        let new = Self.values(attributes)
        return working {
            guard new["class"] != nil else { return errSecParam }
            let key = new.filter { Self.identity.contains($0.key) }
            guard !items.contains(where: { Self.matches($0, key) }) else { return errSecDuplicateItem }
            items.append(new)
            return errSecSuccess
        }
    }

    func copy(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        let query = Self.values(query)
        return working {
            guard let item = items.first(where: { Self.matches($0, query) }) else { return errSecItemNotFound }
            if query["r_Data"] as? Bool == true, let data = item["v_Data"] as? Data {
                result?.pointee = NSData(data: data)
            }
            return errSecSuccess
        }
    }

    func update(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus {
        let query = Self.values(query)
        let new = Self.values(attributes)
        return working {
            guard let index = items.firstIndex(where: { Self.matches($0, query) }) else { return errSecItemNotFound }
            items[index].merge(new) { $1 }
            return errSecSuccess
        }
    }

    func delete(_ query: CFDictionary) -> OSStatus {
        let query = Self.values(query)
        return working {
            let before = items.count
            items.removeAll { Self.matches($0, query) }
            return items.count < before ? errSecSuccess : errSecItemNotFound
        }
    }
}
