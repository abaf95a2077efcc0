import NIOConcurrencyHelpers

/// A sink's reaction to the arrival of a push.
enum Reaction: UInt8, CaseIterable {
    /// The push has not arrived.
    case none
    case ok
    case status429, status500, status503
    /// Status 503 with the reason `Shutdown`, after which the connection is not used again.
    case shutdown
    /// The stream was reset, after the server may have processed the push.
    case reset
    /// The push was never answered.
    case silent
    /// The connection was cut without an answer.
    case cut
    /// The stream was refused, and the push not processed.
    case refused
    /// The stream was above the last one of GOAWAY, and the push not processed.
    case goneAway

    /// True if the server did not process the push, so that the client may send it again.
    var isUnprocessed: Bool { self == .none || self == .refused || self == .goneAway }

    /// The reason in the response to the push; `nil` without an error response.
    var reason: String? {
        switch self {
        case .status429: "TooManyRequests"
        case .status500: "InternalServerError"
        case .status503: "ServiceUnavailable"
        case .shutdown: "Shutdown"
        default: nil
        }
    }

    /// The fault of a push, by its number; `ok` for most.
    init(of number: Int) {
        self =
            if number % 50_021 == 11 {
                .silent
            } else if number % 25_013 == 12 {
                .cut
            } else if number % 20_011 == 13 {
                .goneAway
            } else if number % 30_011 == 14 {
                .shutdown
            } else {
                switch number % 1009 {
                case 1: .status429
                case 2: .status500
                case 3: .status503
                case 4: .refused
                case 5: .reset
                default: .ok
                }
            }
    }
}

/// A sink's reactions to all pushes, by their numbers.
final class FaultRecord: Sendable {
    struct State {
        /// The latest reaction to each push.
        var latest: [Reaction]
        /// The number of arrivals with each reaction, by raw value.
        var arrivals = [Int](repeating: 0, count: Reaction.allCases.count)
        /// The number of arrivals of pushes that had been processed before.
        var repetitions = 0
    }

    private let state: NIOLockedValueBox<State>

    init(pushes: Int) { state = NIOLockedValueBox(State(latest: Array(repeating: .none, count: pushes))) }

    var current: State { state.withLockedValue { $0 } }

    /// Records the reaction to an arrival. A fault happens at the first arrival only.
    ///
    /// - Parameter forced: The reaction that the state of the connection requires, if any.
    func react(to number: Int, forced: Reaction?) -> Reaction {
        state.withLockedValue { state in
            let isFirst = state.latest[number] == .none
            let reaction = forced ?? (isFirst ? Reaction(of: number) : .ok)
            if !state.latest[number].isUnprocessed { state.repetitions += 1 }
            state.latest[number] = reaction
            state.arrivals[Int(reaction.rawValue)] += 1
            return reaction
        }
    }
}
