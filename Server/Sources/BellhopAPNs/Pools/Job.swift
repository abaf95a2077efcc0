import BellhopPush
import NIOCore

/// One call of `send`, from its beginning to the one resume of its continuation.
struct Job: Sendable {
    let request: APNsRequest
    let continuation: CheckedContinuation<Outcome, any Error>
    let started: NIODeadline
    /// The provider token it was sent with.
    var token: ProviderToken?
}
