import BellhopKit

/// One life of a phone's app, from its launch until it is killed.
struct RunningApp: Sendable {
    let app: Bellhop
    /// Ends when the app is killed.
    let ended: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init(_ app: Bellhop) {
        self.app = app
        (ended, continuation) = AsyncStream<Never>.makeStream()
    }

    func end() { continuation.finish() }
}
