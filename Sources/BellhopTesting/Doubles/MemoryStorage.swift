public import BellhopKit
public import BellhopModel

/// An in-memory journal, which outlives the kit under test as a file system outlives a process.
public actor MemoryJournal: Journal {
    /// The error of a full, locked or broken disk.
    public struct Broken: Error {}

    /// All stored records.
    public private(set) var records: [RecordKey: [UInt8]] = [:]
    /// The written records, in order.
    public private(set) var writes: [RecordKey] = []
    /// The number of attempted writes.
    public private(set) var attempts = 0

    private var isFull = false
    private var isLocked = false
    private var isSticky = false
    private var isUncertain = false
    private var failing: Set<Int> = []
    private var onWrite: (@Sendable (RecordKey) async -> Void)?
    private var onRead: (@Sendable (RecordKey) async -> Void)?

    public init() {}

    // MARK: The script

    /// Makes all writes fail; reading and removing still work.
    public func setFull(_ value: Bool) { isFull = value }
    /// Makes all operations fail, as before the first unlock after a restart.
    public func setLocked(_ value: Bool) { isLocked = value }
    /// Makes removing fail when `value` is false; writing still works.
    public func setRemovable(_ value: Bool) { isSticky = !value }
    /// Makes writes succeed and report a failure, like a failed flush.
    public func setUncertain(_ value: Bool) { isUncertain = value }
    /// Makes the `number`th write from now fail; 1 is the next.
    public func fail(write number: Int) { failing.insert(attempts + number) }
    /// Calls a closure before every write.
    public func watch(_ onWrite: (@Sendable (RecordKey) async -> Void)?) { self.onWrite = onWrite }
    /// Calls a closure before every read.
    public func watchReads(_ onRead: (@Sendable (RecordKey) async -> Void)?) { self.onRead = onRead }

    /// All stored records as one text, to search for values that must not be stored.
    public var text: String { records.values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") }
    /// The number of records in a drawer.
    public func count(in drawer: RecordKey.Drawer) -> Int { records.keys.filter { $0.drawer == drawer }.count }

    // MARK: The journal

    public func read(_ key: RecordKey) async throws -> [UInt8]? {
        await onRead?(key)
        if isLocked { throw Broken() }
        return records[key]
    }

    public func write(_ bytes: [UInt8], to key: RecordKey) async throws {
        attempts += 1
        if isFull || isLocked || failing.remove(attempts) != nil { throw Broken() }
        await onWrite?(key)
        records[key] = bytes
        writes.append(key)
        if isUncertain { throw Broken() }
    }

    public func remove(_ key: RecordKey) async throws {
        if isLocked || isSticky { throw Broken() }
        records[key] = nil
    }

    public func keys(in drawer: RecordKey.Drawer) async throws -> [RecordKey] {
        if isLocked { throw Broken() }
        return records.keys.filter { $0.drawer == drawer }
    }
}

/// An in-memory vault that can be locked, like the Keychain before the first unlock.
public actor MemoryVault: SecretVault {
    /// The error of a locked vault.
    public struct Locked: Error {}

    /// All stored secrets.
    public private(set) var secrets: [SecretName: Secret] = [:]
    private var isLocked = false

    public init() {}

    /// Locks the vault: secrets can be neither read nor stored, and none is lost.
    public func setLocked(_ value: Bool) { isLocked = value }

    public func read(_ name: SecretName) async throws -> Secret? {
        if isLocked { throw Locked() }
        return secrets[name]
    }

    public func keep(_ secret: Secret, as name: SecretName) async throws {
        if isLocked { throw Locked() }
        secrets[name] = secret
    }

    public func delete(_ name: SecretName) async throws {
        if isLocked { throw Locked() }
        secrets[name] = nil
    }
}
