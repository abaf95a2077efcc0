public import BellhopStore

/// Choices that the defaults are good for.
public struct SQLiteOptions: Sendable {
    /// How long a transaction waits for another program that holds the file.
    public var busyTimeout: Duration
    /// Most reads at the same time.
    public var readers: Int
    /// Of the file, in bytes; beyond it writes fail as on a full disk. `nil`: as large as the disk.
    public var maximumSize: Int?
    /// What is folded into summaries; `nil`: nothing is.
    public var burst: BurstLimits?

    /// Hears every statement that runs, for tests of query plans.
    var observeStatement: (@Sendable (String) -> Void)?

    public init(
        busyTimeout: Duration = .seconds(5), readers: Int = 4, maximumSize: Int? = nil, burst: BurstLimits? = nil
    ) {
        self.busyTimeout = busyTimeout
        self.readers = readers
        self.maximumSize = maximumSize
        self.burst = burst
    }
}
