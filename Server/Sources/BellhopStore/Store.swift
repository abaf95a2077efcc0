/// Everything that Bellhop remembers.
///
/// A store is one consistent whole: each method is one transaction, durable when it returns, and safe to call from any
/// number of tasks. Methods throw ``StoreUnavailable`` when nothing could be stored or read; what a caller can do
/// something about comes back as a value. A write whose task is cancelled is finished all the same; a read may throw
/// `CancellationError` then.
///
/// Texts come back as they were given, but must not hold U+0000, which databases cannot store.
///
/// Every store passes the conformance suite in `Tests/StoreConformance`; the doc comments here are its contract.
public protocol Store: AskStore, NotificationStore, DeliveryQueue, DeviceStore, DeviceCensus, PairingStore, KeyStore,
    SessionStore, LiveActivityStore, PreferencesStore, TopicStore, CampaignStore, ScheduleStore, ItemStore,
    MessageStore, IdempotencyStore, HistoryStore
{
    /// Makes the store ready after a start: claims that a dead process left behind are due again at once.
    func recover() async throws

    /// Writes something small and waits until it is durable, to say whether the store works.
    func ping() async throws
}

/// The store could not do its work: locked, full, unreadable. Nothing was changed.
public struct StoreUnavailable: Error, Sendable, CustomStringConvertible {
    /// One sentence that says what to do. It may name files: for the log, not for callers.
    public var description: String
    /// It may pass without anybody changing the database: another program holds it, or the disk is full.
    public var isPassing: Bool

    public init(_ description: String, isPassing: Bool = false) {
        self.description = description
        self.isPassing = isPassing
    }
}
