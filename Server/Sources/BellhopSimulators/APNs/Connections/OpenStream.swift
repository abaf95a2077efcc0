/// A stream whose answer is still to be given.
struct OpenStream: Sendable {
    var request: PushRequest
    /// Whether the request has arrived whole and was acted upon.
    var isSettled = false
}
