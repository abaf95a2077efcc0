import NIOCore

/// What came back for one request: the fields that mean something, and the body of an error.
struct APNsResponse: Sendable, Hashable {
    var status: Int
    /// `apns-unique-id`, which only the sandbox sends: finds the push in Apple's console.
    var uniqueID: String?
    /// `retry-after`, as it was written.
    var retryAfter: String?
    var body: ByteBuffer?
}
