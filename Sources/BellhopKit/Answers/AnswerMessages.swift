import BellhopModel

/// The kit's own messages about answers, in the person's language.
enum AnswerMessages {
    static var inputForged: String { Strings.current.answerInputForged }
    static var inputChanged: String { Strings.current.answerInputChanged }
    static var keyRevoked: String { Strings.current.answerKeyRevoked }
    static var notPaired: String { Strings.current.answerNotPaired }
    static var otherOwner: String { Strings.current.answerOtherOwner }
    static var storageFull: String { Strings.current.answerStorageFull }
    static var storageLocked: String { Strings.current.answerStorageLocked }
    static var incomplete: String { Strings.current.answerIncomplete }
    static var unknownAsk: String { Strings.current.answerUnknownAsk }

    static func alreadyAnswered(_ answer: Answer) -> String {
        Strings.current.answerAlreadyAnswered(answer: summary(of: answer))
    }

    static func summary(of answer: Answer) -> String {
        let strings = Strings.current
        switch answer {
        case .approve: return strings.answerApproved
        case .approveAndRemember: return strings.answerRemembered
        case .deny(nil, let interrupt): return interrupt ? strings.answerStopped : strings.answerDenied
        case .deny(let message?, let interrupt):
            return interrupt
                ? strings.answerStoppedSaying(message: message) : strings.answerDeniedSaying(message: message)
        case .replies(let replies):
            let texts = replies.map { ($0.selected + [$0.text].compactMap(\.self)).joined(separator: ", ") }
            return strings.answerQuoted(text: texts.joined(separator: "; "))
        }
    }

    /// `text` with a capital first letter and a full stop.
    static func sentence(_ text: String) -> String {
        let end = text.last.map { ".!?".contains($0) } == true ? "" : "."
        return text.prefix(1).uppercased() + text.dropFirst() + end
    }
}

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
            let device = resolution.answer.map { DisplayText.line($0.deviceName, characters: 60) }
            return (
                strings.already(resolution.state),
                device.map { strings.noticeAlreadyOnBody(device: $0) } ?? strings.noticeAlreadyBody
            )
        case .refused(let message): return (strings.noticeRefusedTitle, DisplayText.paragraph(message))
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
