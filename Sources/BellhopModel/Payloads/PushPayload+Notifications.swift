extension PushPayload {
    /// The push for `notification`: an approval, a question, or a plain notification.
    ///
    /// - Parameters:
    ///   - ask: the notification's ask, if any.
    ///   - badge: the badge of the app's icon, as counted by the server; unchanged when `nil`.
    public init(_ notification: UserNotification, ask: Ask? = nil, badge: Int?) {
        if let ask {
            self =
                ask.request.isApproval
                ? .approval(ask, notification, badge: badge) : .question(ask, notification, badge: badge)
        } else {
            self = .notice(notification, badge: badge)
        }
    }

    /// Asks for approve or deny.
    ///
    /// The body is the complete text of the decision, after its warnings. If a part of it is not shown, here or after
    /// ``fitted(to:)``, the category is ``CategoryID/approvalReview``, which has no Approve button.
    public static func approval(_ ask: Ask, _ notification: UserNotification, badge: Int?) -> PushPayload {
        var payload = askPush(ask, notification, badge: badge)
        payload.type = .approval
        payload.requestID = ask.id.description
        let review = ReviewText(notification.body, omitted: ask.request.hiddenCharacters)
        payload.aps.alert?.body = review.lines
        payload.hiddenCharacters = review.hidden
        if !review.isWhole { payload.aps.category = .approvalReview }
        return payload
    }

    /// Asks for a reply. The push has no options; the app fetches the ask when it shows them.
    public static func question(_ ask: Ask, _ notification: UserNotification, badge: Int?) -> PushPayload {
        var payload = askPush(ask, notification, badge: badge)
        payload.type = .question
        payload.questionID = ask.id.description
        return payload
    }

    /// Shows a notification without an ask; its category has the kind.
    ///
    /// A silent notification wakes the app and shows nothing. It has no badge, with which it would not be a background
    /// push.
    public static func notice(_ notification: UserNotification, badge: Int?) -> PushPayload {
        if notification.isSilent {
            var payload = PushPayload(aps: APS(contentAvailable: true), type: .sync)
            payload.setAppKeys(from: notification)
            return payload
        }
        return visiblePush(notification, subtitle: notification.subtitle, badge: badge, isAsk: false)
    }

    /// The subtitle has the tool, unless the title names it, and the origin of the ask, because a command may be
    /// harmless in one project and harmful in another.
    private static func askPush(_ ask: Ask, _ notification: UserNotification, badge: Int?) -> PushPayload {
        let tool = ask.request.toolName.map { DisplayText.line($0, characters: 80) }
        let isNamed = tool.map { Substring($0) }.map(words(of: notification.title).contains) ?? false
        let source = [isNamed ? nil : tool, ask.request.origin.line].compactMap(\.self)
        let subtitle = source.isEmpty ? notification.subtitle : source.joined(separator: " · ")
        var payload = visiblePush(notification, subtitle: subtitle, badge: badge, isAsk: true)
        payload.toolName = tool
        payload.sessionID = ask.sessionID ?? notification.sessionID
        payload.deadline = ask.deadline
        payload.inputDigest = ask.request.inputDigest
        return payload
    }

    /// Names of tools may contain underscores.
    private static func words(of title: String) -> [Substring] {
        title.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }

    private static func visiblePush(
        _ notification: UserNotification, subtitle: String?, badge: Int?, isAsk: Bool
    ) -> PushPayload {
        let category = CategoryCatalog[notification.category]
        let alert = PushAlert(
            title: DisplayText.line(notification.title),
            subtitle: subtitle.map { DisplayText.line($0, characters: 80) },
            body: DisplayText.paragraph(notification.body))
        var payload = PushPayload(
            aps: APS(
                alert: alert, badge: badge, sound: category?.playsSound ?? true ? .default : nil,
                threadID: notification.thread ?? notification.sessionID?.description, category: notification.category,
                // Lets the service extension remove notifications of asks that have been answered.
                mutableContent: true, interruptionLevel: notification.interruption(isAsk: isAsk)),
            type: category?.kind)
        payload.setAppKeys(from: notification)
        if let options = notification.options { payload.aps.apply(options) }
        return payload
    }

    /// Adds the keys for the app to those for the system.
    private mutating func setAppKeys(from notification: UserNotification) {
        notificationID = notification.id
        sessionID = notification.sessionID
        deepLink = notification.deepLink
        guard let options = notification.options else { return }
        itemID = options.itemID
        messageID = options.messageID
        imageURL = options.imageURL
        guard var data = options.data else { return }
        if let type = data.removeValue(forKey: "type")?.string { self.type = NotificationKind(rawValue: type) }
        extra = data
    }
}

extension APS {
    fileprivate mutating func apply(_ options: NotificationOptions) {
        if let sound = options.sound { self.sound = sound == "none" ? nil : PushSound(name: sound) }
        if let badge = options.badge { self.badge = badge }
        relevanceScore = options.relevanceScore
        filterCriteria = options.filterCriteria
        alert?.localizedTitle = options.titleLocalization.map(PushAlert.LocalizedText.init)
        alert?.localizedSubtitle = options.subtitleLocalization.map(PushAlert.LocalizedText.init)
        alert?.localizedBody = options.bodyLocalization.map(PushAlert.LocalizedText.init)
    }
}

extension PushAlert.LocalizedText {
    fileprivate init(_ localization: NotificationOptions.Localization) {
        self.init(key: localization.key, arguments: localization.arguments ?? [])
    }
}

extension PushPayload {
    /// Shows `summary`, without buttons. Its notifications are answered one by one in the app.
    ///
    /// - Parameter isUpdate: whether it replaces a summary that is shown already; then it makes no sound.
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
                // Lets the service extension translate the text.
                mutableContent: true, interruptionLevel: isUpdate ? .passive : summary.interruption),
            type: .summary)
        payload.setSummaryKeys(from: summary)
        payload.projectName = source
        payload.sessionID = summary.sessionID
        payload.deepLink = link(to: summary, isAsk: category?.kind == .approval || category?.kind == .question)
        return payload
    }

    /// Updates the count of a summary on the screen, in the background, and removes the summary at 0.
    public static func recount(_ summary: NotificationSummary) -> PushPayload {
        var payload = PushPayload(aps: APS(contentAvailable: true), type: .clear)
        payload.setSummaryKeys(from: summary)
        if summary.count > 0 { payload.summary = DisplayText.line(summary.newest) }
        return payload
    }

    private mutating func setSummaryKeys(from summary: NotificationSummary) {
        summaryID = summary.id
        summaryCategory = summary.category.rawValue
        summaryCount = summary.count
    }

    /// The link to the ask, or to the list of pending asks.
    private static func link(to summary: NotificationSummary, isAsk: Bool) -> String? {
        if let ask = summary.askID, summary.count == 1 { return "bellhop://asks/\(ask)" }
        if isAsk { return "bellhop://asks" }
        return summary.sessionID == nil ? "bellhop://notifications" : nil
    }
}

extension PushPayload {
    /// Removes an ask from the screens of the user's other devices. It has no field that would keep the system from
    /// treating it as a background push.
    public static func clear(_ ask: AskID, reason: ClearReason) -> PushPayload {
        var payload = PushPayload(aps: APS(contentAvailable: true))
        payload.clearApprovalID = ask.description
        payload.reason = reason.rawValue
        return payload
    }

    /// Lets the app fetch changed data, such as `messages`.
    public static func sync(_ what: String) -> PushPayload {
        var payload = PushPayload(aps: APS(contentAvailable: true), type: .sync)
        payload.syncType = what
        return payload
    }
}

/// The reason for removing an ask from the screen. An open set, which includes agents' reasons for withdrawing.
public struct ClearReason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public static let approvedElsewhere = Self(rawValue: "approved_on_other_device")
    public static let deniedElsewhere = Self(rawValue: "denied_on_other_device")
    public static let answeredElsewhere = Self(rawValue: "answered_on_other_device")
    public static let expired = Self(rawValue: "expired")
    public static let withdrawn = Self(rawValue: "withdrawn")

    /// The reason for devices other than the one that answered.
    public init(_ resolution: Resolution) {
        switch resolution.state {
        case .approved: self = .approvedElsewhere
        case .denied: self = .deniedElsewhere
        case .answered: self = .answeredElsewhere
        case .expired: self = .expired
        case .withdrawn, .pending: self = resolution.reason.map { Self(rawValue: $0.rawValue) } ?? .withdrawn
        }
    }
}
