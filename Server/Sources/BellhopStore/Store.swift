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

    /// Reads something small, to say whether the store answers.
    func ping() async throws
}

/// The store could not do its work: locked, full, unreadable. Nothing was changed.
public struct StoreUnavailable: Error, Sendable, CustomStringConvertible {
    /// One sentence that says what to do.
    public var description: String

    public init(_ description: String) { self.description = description }
}
