import NIOCore

/// What came back for one request: the fields that mean something, and the body.
struct APNsResponse: Sendable, Hashable {
    var status: Int
    /// `apns-unique-id`, which only the sandbox sends: finds the push in Apple's console.
    var uniqueID: String?
    /// `apns-channel-id` of a channel just made.
    var channelID: String?
    /// `retry-after`, as it was written.
    var retryAfter: String?
    /// Of an error, or what was asked for about channels.
    var body: ByteBuffer?
}
