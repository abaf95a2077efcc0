extension PushPayload {
    /// Shows `summary`. It offers no buttons: what it stands for is answered one by one, in the app.
    ///
    /// - Parameter isUpdate: it replaces one that was heard, and makes no noise.
    public static func summary(_ summary: NotificationSummary, badge: Int?, isUpdate: Bool) -> PushPayload {
        let category = CategoryCatalog[summary.category]
        let source = summary.source.map { DisplayText.line($0, characters: 80) }
        let title =
            category?.summary(of: summary.count, from: source) ?? NotificationCategory.summary(of: summary.count)
        var payload = PushPayload(
            aps: APS(
                alert: PushAlert(title: title, body: DisplayText.line(summary.newest)), badge: badge,
                sound: !isUpdate && category?.playsSound ?? true ? .default : nil,
                threadID: summary.thread ?? summary.sessionID?.description, category: .sessionStatus,
                // The service extension says it in the person's language.
                mutableContent: true, interruptionLevel: isUpdate ? .passive : summary.interruption),
            type: .summary)
        payload.describe(summary)
        payload.projectName = source
        payload.sessionID = summary.sessionID
        payload.deepLink = link(to: summary, isAsk: category?.kind == .approval || category?.kind == .question)
        return payload
    }

    /// Brings the number of one that is shown down to what it is now, in the background; takes it off the screen at 0.
    public static func recount(_ summary: NotificationSummary) -> PushPayload {
        var payload = PushPayload(aps: APS(contentAvailable: true), type: .clear)
        payload.describe(summary)
        if summary.count > 0 { payload.summary = DisplayText.line(summary.newest) }
        return payload
    }

    private mutating func describe(_ summary: NotificationSummary) {
        summaryID = summary.id
        summaryCategory = summary.category.rawValue
        summaryCount = summary.count
    }

    /// Where asks are answered: the one, or the list of those that wait.
    private static func link(to summary: NotificationSummary, isAsk: Bool) -> String? {
        if let ask = summary.askID, summary.count == 1 { return "bellhop://asks/\(ask)" }
        if isAsk { return "bellhop://asks" }
        return summary.sessionID == nil ? "bellhop://notifications" : nil
    }
}
