import BellhopModel

/// How much it matters that what is shown is no longer so.
enum LiveActivityChange: Hashable, Sendable {
    case nothing
    /// Another step, another count.
    case progress
    /// Another status.
    case change
    /// Somebody is waited for.
    case call

    /// - Parameter shown: `nil` when nobody knows.
    init(from shown: LiveActivityState?, to state: LiveActivityState) {
        if let shown, shown.looksLike(state) {
            self = .nothing
        } else if state.status == .waiting, shown?.status != .waiting || shown?.ask != state.ask {
            self = .call
        } else if let shown, shown.status != state.status || shown.ask != state.ask {
            self = .change
        } else {
            self = .progress
        }
    }
}
