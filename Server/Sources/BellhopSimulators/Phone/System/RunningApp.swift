import BellhopKit

/// One life of a phone's app, from its launch until it is killed.
struct RunningApp: Sendable {
    let app: Bellhop
    /// `nil` when the phone's owner allows no Live Activities.
    let keeper: LiveActivitySync?
    /// Ends when the app is killed.
    let ended: AsyncStream<Never>
    private let life: ProcessLife
    private let continuation: AsyncStream<Never>.Continuation

    /// - Parameter make: makes the app and what keeps its Live Activities, with ports that die with this life.
    init(_ make: (ProcessLife) -> (Bellhop, LiveActivitySync?)) {
        life = ProcessLife()
        (app, keeper) = make(life)
        (ended, continuation) = AsyncStream<Never>.makeStream()
    }

    func end() {
        life.end()
        continuation.finish()
    }
}
