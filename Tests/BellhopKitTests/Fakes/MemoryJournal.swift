import BellhopKit
import BellhopModel

/// A journal that outlives the kit under test, as a file system outlives a process.
actor MemoryJournal: Journal {
    struct Broken: Error {}

    private(set) var records: [RecordKey: [UInt8]] = [:]
    private(set) var writes: [RecordKey] = []
    var isFull = false
    var isLocked = false
    /// Records can be written, and cannot be removed.
    private var isSticky = false
    /// Writes are done and then said to have failed, as when the last flush does.
    var isUncertain = false

    /// Looks at every write before it is done.
    private var onWrite: (@Sendable (RecordKey) async -> Void)?

    func watch(_ onWrite: (@Sendable (RecordKey) async -> Void)?) { self.onWrite = onWrite }
    func setUncertain(_ value: Bool) { isUncertain = value }
    func setRemovable(_ value: Bool) { isSticky = !value }
    func setFull(_ value: Bool) { isFull = value }
    func setLocked(_ value: Bool) { isLocked = value }

    func read(_ key: RecordKey) async throws -> [UInt8]? {
        if isLocked { throw Broken() }
        return records[key]
    }

    func write(_ bytes: [UInt8], to key: RecordKey) async throws {
        if isFull || isLocked { throw Broken() }
        await onWrite?(key)
        records[key] = bytes
        writes.append(key)
        if isUncertain { throw Broken() }
    }

    func remove(_ key: RecordKey) async throws {
        if isLocked || isSticky { throw Broken() }
        records[key] = nil
    }

    func keys(in drawer: RecordKey.Drawer) async throws -> [RecordKey] {
        if isLocked { throw Broken() }
        return records.keys.filter { $0.drawer == drawer }
    }

    /// Everything that is kept, as one text.
    var text: String { records.values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") }
    func count(in drawer: RecordKey.Drawer) -> Int { records.keys.filter { $0.drawer == drawer }.count }
}

/// A vault that can be locked, as the Keychain is before the first unlock.
actor MemoryVault: SecretVault {
    struct Locked: Error {}

    private(set) var secrets: [SecretName: Secret] = [:]
    var isLocked = false

    func setLocked(_ value: Bool) { isLocked = value }

    func read(_ name: SecretName) async throws -> Secret? {
        if isLocked { throw Locked() }
        return secrets[name]
    }

    func keep(_ secret: Secret, as name: SecretName) async throws {
        if isLocked { throw Locked() }
        secrets[name] = secret
    }

    func forget(_ name: SecretName) async throws {
        if isLocked { throw Locked() }
        secrets[name] = nil
    }
}
