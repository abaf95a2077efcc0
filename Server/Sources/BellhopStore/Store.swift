public import BellhopModel

/// The persistent state of the server.
///
/// Each method is one transaction, durable when it returns, and safe to call from any number of tasks. Methods throw
/// ``StoreUnavailable`` when the store cannot be read or written; conditions that a caller can handle are return
/// values. A write whose task is cancelled is completed; a cancelled read may throw `CancellationError`.
///
/// Texts are stored unchanged. They must not contain U+0000, which databases cannot store.
///
/// Every store passes the conformance suite in `Tests/StoreConformance`; these comments are its contract.
public protocol Store: AskStore, NotificationStore, DeliveryQueue, DeviceStore, DeviceCensus, PairingStore, KeyStore,
    SessionStore, LiveActivityStore, PreferencesStore, TopicStore, CampaignStore, ScheduleStore, ItemStore,
    MessageStore, IdempotencyStore, HistoryStore
{
    /// Prepares the store after a start: claims of a dead process are due again at once.
    func recover() async throws

    /// Writes a small value durably, to check that the store works.
    func ping() async throws
}

/// An error for a store that is locked, full or unreadable. Nothing was changed.
public struct StoreUnavailable: Error, Sendable, CustomStringConvertible {
    /// One sentence that says what to do. It may contain file names: for the log, not for API callers.
    public var description: String
    /// Indicates whether a retry may succeed without an operator: another program holds the database, or the disk is
    /// full.
    public var isPassing: Bool

    public init(_ description: String, isPassing: Bool = false) {
        self.description = description
        self.isPassing = isPassing
    }
}

public protocol KeyStore: Sendable {
    /// Stores a key record, the SHA-256 of its text, and the record of the response.
    func addKey(_ record: KeyRecord, hash: [UInt8], idempotency: IdempotencyRecord?) async throws
        -> IdempotentWriteResult

    /// The record of the key with this hash, revoked or not.
    func key(hash: [UInt8]) async throws -> KeyRecord?

    /// All keys, oldest first.
    func keys() async throws -> [KeyRecord]

    /// - Returns: whether the key exists. Repeating it changes nothing.
    func revokeKey(_ id: KeyID, at time: Timestamp) async throws -> Bool
}

public protocol PreferencesStore: Sendable {
    /// The user's stored preferences, or ``BellhopModel/NotificationPreferences/default``.
    func preferences(of user: UserID) async throws -> NotificationPreferences

    /// Replaces all preferences of the user: the last write wins.
    ///
    /// Switches and settings that this version does not know are stored as well. Notifications accepted later obey the
    /// new preferences; earlier ones are not affected.
    func put(_ preferences: NotificationPreferences, of user: UserID) async throws
}
