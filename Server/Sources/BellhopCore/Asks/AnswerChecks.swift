import BellhopModel

extension APIError {
    /// The error for an operation that `ask` refuses. It says who answered first, and when.
    init(_ refusal: AskStateMachine.Refusal, of ask: Ask, at now: Timestamp) {
        switch refusal {
        case .answeredDifferently(let resolution), .withdrawn(let resolution):
            self.init(resolution, at: now)
        case .expired(let deadline):
            let message = "The deadline passed \(Elapsed.text(from: deadline, to: now))."
            self.init(.askExpired, message, resolution: ask.resolution)
        case .inputDiffers:
            self.init(.inputDigestMismatch)
        case .answerDoesNotFit(let problem):
            self.init(.answerDoesNotFit, problem)
        case .notDue:
            self.init(.internalError, "The deadline has not been reached.")
        }
    }

    private init(_ resolution: Resolution, at now: Timestamp) {
        let ago = Elapsed.text(from: resolution.at, to: now)
        switch resolution.state {
        case .expired:
            self.init(.askExpired, "The deadline passed \(ago).", resolution: resolution)
        case .withdrawn:
            let reason = resolution.reason.map { ": " + $0.rawValue.replacing("_", with: " ") } ?? ""
            self.init(.askWithdrawn, "Withdrawn \(ago)\(reason).", resolution: resolution)
        case .approved, .denied, .answered, .pending:
            let device = resolution.answer.map { " on \($0.deviceName)" } ?? ""
            self.init(
                .askAlreadyAnswered, "Already \(resolution.state.rawValue)\(device) \(ago).", resolution: resolution)
        }
    }
}

/// Formats the time since a moment for people: "12 s ago".
enum Elapsed {
    static func text(from start: Timestamp, to end: Timestamp) -> String {
        let seconds = (end - start).components.seconds
        return switch seconds {
        case ..<1: "just now"
        case ..<60: "\(seconds) s ago"
        case ..<3600: "\(seconds / 60) min ago"
        case ..<172_800: "\(seconds / 3600) h ago"
        default: "\(seconds / 86_400) days ago"
        }
    }
}
