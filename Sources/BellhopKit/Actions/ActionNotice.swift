import BellhopModel

/// The notification by which the device tells what came of an action while its app is not open. Pure.
struct ActionNotice: Hashable, Sendable {
    let notification: LocalNotification

    /// - Returns: `nil` when all is well, or may still be.
    init?(_ report: ContentActionReport) {
        guard let (title, body) = Self.words(for: report) else { return nil }
        var payload = PushPayload(
            aps: APS(alert: PushAlert(title: title, body: body), sound: .default, category: .sessionStatus),
            type: .status)
        let former = report.action.notification.payload
        (payload.itemID, payload.messageID, payload.deepLink) = (former.itemID, former.messageID, former.deepLink)
        notification = LocalNotification(id: LocalID.action(report.action.id).description, payload: payload)
    }

    private static func words(for report: ContentActionReport) -> (title: String, body: String)? {
        let subject = report.action.notification.payload.aps.alert
        let name = ShownText.line(subject?.title ?? subject?.body ?? "", characters: 60)
        switch report.result {
        case .done, .waiting(isKept: true): return nil
        case .waiting(isKept: false):
            return ("Not done yet", "\(name): it could not be kept. Leave the app running until it is done.")
        case .expired: return ("Not done", "\(name): the server could not be reached in time.")
        case .refused(let message): return ("Not done", "\(name): \(ShownText.paragraph(message))")
        }
    }
}
