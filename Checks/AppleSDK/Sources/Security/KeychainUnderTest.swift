// The keychain in memory. An item is found by class, service, account and access group, as generic passwords are.

@_spi(Testing)
public final class KeychainUnderTest: Sendable {
    @TaskLocal public static var value: KeychainUnderTest?
    static let shared = KeychainUnderTest()
    static var current: KeychainUnderTest { value ?? shared }

    private let lock = NSLock()
    nonisolated(unsafe) private var items: [[String: Any]] = []  // under the lock
    nonisolated(unsafe) private var failure: OSStatus?  // under the lock

    public init() {}

    /// What every call answers, such as `errSecInteractionNotAllowed` before the first unlock; `nil`: it works.
    public var fails: OSStatus? {
        get { lock.withLock { failure } }
        set { lock.withLock { failure = newValue } }
    }

    /// How each item is protected: account, then `kSecAttrAccessible`.
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
