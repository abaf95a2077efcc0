import BellhopKit
import BellhopModel
import Foundation

extension AnswerResult {
    /// What the person is told about an answer.
    var words: String {
        switch self {
        case .sent(let ask): "\(ask.state.rawValue.capitalized): the server has it"
        case .agentWentOn(let ask): "\(ask.state.rawValue.capitalized): the agent went on"
        case .tooLate: "Too late: the agent no longer waits"
        case .answeredElsewhere(let resolution):
            "Already \(resolution.state.rawValue) on \(resolution.answer?.deviceName ?? "another device")"
        case .withdrawn(let reason): reason == .answeredInTerminal ? "Answered in the terminal" : "No longer needed"
        case .refused(let message): "Not taken: \(message)"
        case .queuedOffline: "Waits for the network"
        case .expiredOffline: "Too late: there was no network before the deadline"
        }
    }

    /// The ask, where it came with the result.
    var ask: Ask? {
        switch self {
        case .sent(let ask), .agentWentOn(let ask): ask
        case .tooLate, .answeredElsewhere, .withdrawn, .refused, .queuedOffline, .expiredOffline: nil
        }
    }

    /// The name that scripts use.
    var name: String {
        switch self {
        case .sent: "sent"
        case .agentWentOn: "agent_went_on"
        case .tooLate: "too_late"
        case .answeredElsewhere: "answered_elsewhere"
        case .withdrawn: "withdrawn"
        case .refused: "refused"
        case .queuedOffline: "queued"
        case .expiredOffline: "expired"
        }
    }
}
