import BellhopPush
import NIOCore

/// One request, from its beginning to the one resume of its continuation.
struct Job: Sendable {
    let request: APNsRequest
    let continuation: CheckedContinuation<Answer, any Error>
    let started: NIODeadline
    /// The provider token it was sent with.
    var token: ProviderToken?

    /// How it ended.
    struct Answer: Sendable {
        let outcome: Outcome
        /// What APNs said; `nil` when it said nothing.
        var response: APNsResponse?
    }
}
