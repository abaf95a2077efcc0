/// At most so many pushes in any stretch of time. Asks neither count nor are held back by it.
public struct FrequencyCap: Codable, Hashable, Sendable {
    public var limit: Int
    /// How long the stretch is.
    public var seconds: Int

    public init(limit: Int, seconds: Int) {
        self.limit = limit
        self.seconds = seconds
    }
}
