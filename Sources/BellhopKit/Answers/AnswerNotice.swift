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
        let words = Strings.current
        switch report.result {
        case .sent, .agentWentOn: return nil
        case .queuedOffline: return (words.noticeQueuedTitle, words.noticeQueuedBody)
        case .tooLate: return (words.noticeTooLateTitle, words.noticeTooLateBody)
        case .expiredOffline: return (words.noticeTooLateTitle, words.noticeExpiredOfflineBody)
        case .withdrawn(.answeredInTerminal?): return (words.noticeTooLateTitle, words.noticeTerminalBody)
        case .withdrawn: return (words.noticeWithdrawnTitle, words.noticeWithdrawnBody)
        case .answeredElsewhere(let resolution):
            let device = resolution.answer.map { DisplayText.line($0.deviceName, characters: 60) }
            return (
                words.already(resolution.state),
                device.map { words.noticeAlreadyOnBody(device: $0) } ?? words.noticeAlreadyBody
            )
        case .refused(let message): return (words.noticeRefusedTitle, DisplayText.paragraph(message))
        }
    }
}

extension Words {
    fileprivate func already(_ state: AskState) -> String {
        switch state {
        case .approved: noticeAlreadyApproved
        case .denied: noticeAlreadyDenied
        case .answered, .pending: noticeAlreadyAnswered
        case .expired: noticeAlreadyExpired
        case .withdrawn: noticeAlreadyWithdrawn
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
