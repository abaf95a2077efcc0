/// Small records that outlive the process.
///
/// Every operation is atomic: after a crash at any point, a record has its old or its new content. One record is one
/// file, written to a draft, flushed and renamed. There is no database, because the system kills an app that holds a
/// database lock in a shared container while it is suspended (0xdead10cc).
///
/// Each appended entry is a record with a unique name: a log would need repair after an incomplete last line.
public protocol Journal: Sendable {
    /// The bytes under `key`; `nil` when there is no such record.
    func read(_ key: RecordKey) async throws -> [UInt8]?

    /// Writes or replaces the record. When it returns, the bytes are on the disk.
    ///
    /// - Throws: when they are not, such as on a full, read-only or locked disk. The record then has its old content,
    ///   or the new one when only the last flush failed.
    func write(_ bytes: [UInt8], to key: RecordKey) async throws

    /// Removes the record, if there is one.
    func remove(_ key: RecordKey) async throws

    /// The keys of the records in `drawer`, in any order.
    func keys(in drawer: RecordKey.Drawer) async throws -> [RecordKey]
}

/// The name of one record: a drawer and a name in it. Both are safe as file names.
public struct RecordKey: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a record.
    public enum Drawer: String, Hashable, Sendable, CaseIterable {
        /// Queued answers, one for each ask, and their results.
        case answers
        /// The device's registrations, by server.
        case registration
        /// Notifications that were shown.
        case seen
        /// Queued read receipts.
        case reads
        /// The user's queued actions for the app's backend.
        case actions
        /// Scheduled local notifications.
        case schedule
        /// The notification preferences.
        case preferences
        /// The progress of requesting the permission to notify.
        case permission
        /// The progress of the synchronization of items.
        case changes
        /// The user to whom the other records belong.
        case owner
        /// Notifications that the service extension showed, and their receipts.
        case shown
        /// Digests of the reported Live Activity tokens.
        case activities
        /// The offset of the server's clock, when it differs from the device's.
        case serverTime
    }

    public let drawer: Drawer
    /// 1 to 64 of `a–z`, `0–9`, `-` and `_`.
    public let name: String

    /// - Returns: `nil` when `name` has other characters.
    public init?(_ drawer: Drawer, _ name: String) {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.drawer = drawer
        self.name = name
    }

    /// The only record of a drawer with a single record.
    static func only(_ drawer: Drawer) -> Self { Self(unchecked: drawer, "current") }

    init(unchecked drawer: Drawer, _ name: String) {
        self.drawer = drawer
        self.name = name
    }

    public var description: String { "\(drawer.rawValue)/\(name)" }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default:
            false
        }
    }
}
