import BellhopModel

/// The notification by which the device tells what came of an action while its app is not open. Pure.
struct ActionNotice: Hashable, Sendable {
    let notification: LocalNotification

    /// - Returns: `nil` when all is well, or may still be.
    init?(_ report: ContentActionReport, words: Strings = .current) {
        let former = report.action.notification.payload
        let alert = former.aps.alert
        let subject = DisplayText.line(alert?.title ?? alert?.body ?? "", characters: 60)
        guard let (title, body) = words.notice(of: report.result) else { return nil }
        var payload = PushPayload(
            aps: APS(
                alert: PushAlert(title: title, subtitle: subject.isEmpty ? nil : subject, body: body), sound: .default,
                category: .sessionStatus),
            type: .status)
        (payload.itemID, payload.messageID, payload.deepLink) = (former.itemID, former.messageID, former.deepLink)
        notification = LocalNotification(id: LocalID.action(report.action.id).description, payload: payload)
    }
}

extension Words {
    fileprivate func notice(of result: ContentActionReport.Result) -> (title: String, body: String)? {
        switch result {
        case .done, .waiting(isKept: true): nil
        case .waiting(isKept: false): (actionNoticeWaitingTitle, actionNoticeWaitingBody)
        case .expired: (actionNoticeTitle, actionNoticeExpiredBody)
        case .refused(let message): (actionNoticeTitle, DisplayText.paragraph(message))
        }
    }
}
