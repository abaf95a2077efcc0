import BellhopModel

/// The notification by which the device tells what came of an answer while its app is not open. Pure.
struct AnswerNotice: Hashable, Sendable {
    let notification: LocalNotification

    /// One for each ask, so that later news replace earlier.
    static func id(for ask: AskID) -> String { LocalID.answer(ask).description }

    /// - Returns: `nil` when all is well and there is nothing to tell.
    init?(_ report: AnswerReport) {
        guard let (title, body) = Self.words(for: report) else { return nil }
        let isQuiet = report.result == .queuedOffline
        var payload = PushPayload(
            aps: APS(
                alert: PushAlert(title: title, body: body), sound: isQuiet ? nil : .default, category: .sessionStatus,
                interruptionLevel: isQuiet ? .passive : .active),
            type: .status)
        payload.deepLink = "\(Route.scheme)://asks/\(report.askID)"
        notification = LocalNotification(id: Self.id(for: report.askID), payload: payload)
    }

    private static func words(for report: AnswerReport) -> (title: String, body: String)? {
        switch report.result {
        case .sent, .agentWentOn: return nil
        case .queuedOffline:
            return ("Answer queued", "It is sent when the server can be reached, if that is in time.")
        case .tooLate: return ("Too late", "The time to answer was over; nothing was decided.")
        case .expiredOffline:
            return ("Too late", "The server could not be reached in time; nothing was sent after the deadline.")
        case .withdrawn(.answeredInTerminal?): return ("Too late", "It was answered in the terminal.")
        case .withdrawn: return ("Not needed any more", "The agent withdrew its request.")
        case .answeredElsewhere(let resolution):
            let device = resolution.answer.map { " on \(ShownText.line($0.deviceName, characters: 60))" } ?? ""
            return ("Already \(resolution.state.rawValue)", "It was answered\(device) before.")
        case .refused(let message): return ("Not answered", ShownText.paragraph(message))
        }
    }
}

extension AnswerResult {
    /// Whether the ask waits for nobody any more.
    var endsAsk: Bool {
        switch self {
        case .sent, .agentWentOn, .tooLate, .answeredElsewhere, .withdrawn, .expiredOffline: true
        case .refused, .queuedOffline: false
        }
    }
}
