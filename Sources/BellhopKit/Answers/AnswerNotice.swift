import BellhopModel

/// The local notification about an answer's result while the app is not open.
struct AnswerNotice: Hashable, Sendable {
    let notification: LocalNotification

    /// The ID, one for each ask, so that a later result replaces an earlier one.
    static func id(for ask: AskID) -> String { LocalID.answer(ask).description }

    /// - Returns: `nil` for a result that needs no notification.
    init?(_ report: AnswerReport) {
        guard let (title, body) = Self.texts(for: report) else { return nil }
        let isQuiet = report.result == .queuedOffline
        var payload = PushPayload(
            aps: APS(
                alert: PushAlert(title: title, body: body), sound: isQuiet ? nil : .default, category: .sessionStatus,
                interruptionLevel: isQuiet ? .passive : .active),
            type: .status)
        payload.deepLink = "\(Route.scheme)://asks/\(report.askID)"
        notification = LocalNotification(id: Self.id(for: report.askID), payload: payload)
    }

    private static func texts(for report: AnswerReport) -> (title: String, body: String)? {
        let strings = Strings.current
        switch report.result {
        case .sent, .agentWentOn: return nil
        case .queuedOffline: return (strings.noticeQueuedTitle, strings.noticeQueuedBody)
        case .tooLate: return (strings.noticeTooLateTitle, strings.noticeTooLateBody)
        case .expiredOffline: return (strings.noticeTooLateTitle, strings.noticeExpiredOfflineBody)
        case .withdrawn(.answeredInTerminal?): return (strings.noticeTooLateTitle, strings.noticeTerminalBody)
        case .withdrawn: return (strings.noticeWithdrawnTitle, strings.noticeWithdrawnBody)
        case .answeredElsewhere(let resolution):
            let device = resolution.answer.map { ShownText.line($0.deviceName, characters: 60) }
            return (
                strings.already(resolution.state),
                device.map { strings.noticeAlreadyOnBody(device: $0) } ?? strings.noticeAlreadyBody
            )
        case .refused(let message): return (strings.noticeRefusedTitle, ShownText.paragraph(message))
        }
    }
}

extension Strings {
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
