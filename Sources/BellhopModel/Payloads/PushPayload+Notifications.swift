extension PushPayload {
    /// The push for `notification`: an approval, a question, or something that is only told.
    ///
    /// - Parameters:
    ///   - ask: what the notification asks, if anything.
    ///   - badge: the number for the app's icon, counted by the server; `nil` leaves the icon alone.
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
    /// The body is what is decided on: all of it, under what is suspicious about it. Where something of it is not shown,
    /// here or after ``fitted(to:)``, the category is ``CategoryID/approvalReview``, which cannot approve.
    public static func approval(_ ask: Ask, _ notification: UserNotification, badge: Int?) -> PushPayload {
        var payload = asking(ask, notification, badge: badge)
        payload.type = .approval
        payload.requestID = ask.id.description
        let evidence = ReviewText(notification.body, omitted: ask.request.hiddenCharacters)
        payload.aps.alert?.body = evidence.lines
        payload.hiddenCharacters = evidence.hidden
        if !evidence.isWhole { payload.aps.category = .approvalReview }
        return payload
    }

    /// Asks for a reply. Its options are not in the push: the app fetches the ask when they are to be shown.
    public static func question(_ ask: Ask, _ notification: UserNotification, badge: Int?) -> PushPayload {
        var payload = asking(ask, notification, badge: badge)
        payload.type = .question
        payload.questionID = ask.id.description
        return payload
    }

    /// Tells that something is complete, failed, paused or otherwise of note; which, the category says.
    ///
    /// A silent one wakes the app and shows nothing: without a badge, which would make it more than a background push.
    public static func notice(_ notification: UserNotification, badge: Int?) -> PushPayload {
        if notification.isSilent {
            var payload = PushPayload(aps: APS(contentAvailable: true), type: .sync)
            payload.carry(notification)
            return payload
        }
        return showing(notification, subtitle: notification.subtitle, badge: badge, isAsk: false)
    }

    /// Below the title stands the tool, unless the title names it, and where the ask comes from: one command may be harmless
    /// in one place and not in another.
    private static func asking(_ ask: Ask, _ notification: UserNotification, badge: Int?) -> PushPayload {
        let tool = ask.request.toolName.map { DisplayText.line($0, characters: 80) }
        let isNamed = tool.map { Substring($0) }.map(words(of: notification.title).contains) ?? false
        let source = [isNamed ? nil : tool, ask.request.origin.line].compactMap(\.self)
        let subtitle = source.isEmpty ? notification.subtitle : source.joined(separator: " · ")
        var payload = showing(notification, subtitle: subtitle, badge: badge, isAsk: true)
        payload.toolName = tool
        payload.sessionID = ask.sessionID ?? notification.sessionID
        payload.deadline = ask.deadline
        payload.inputDigest = ask.request.inputDigest
        return payload
    }

    /// The names of tools are words with underscores in them.
    private static func words(of title: String) -> [Substring] {
        title.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }

    private static func showing(
        _ notification: UserNotification, subtitle: String?, badge: Int?, isAsk: Bool
    ) -> PushPayload {
        let category = CategoryCatalog[notification.category]
        let alert = PushAlert(
            title: DisplayText.line(notification.title), subtitle: subtitle.map { DisplayText.line($0, characters: 80) },
            body: DisplayText.paragraph(notification.body))
        var payload = PushPayload(
            aps: APS(
                alert: alert, badge: badge, sound: category?.playsSound ?? true ? .default : nil,
                threadID: notification.thread ?? notification.sessionID?.description, category: notification.category,
                // The service extension takes what has been answered meanwhile off the screen.
                mutableContent: true, interruptionLevel: notification.interruption(isAsk: isAsk)),
            type: category?.kind)
        payload.carry(notification)
        if let options = notification.options { payload.aps.apply(options) }
        return payload
    }

    /// What the app reads, beside what the system shows.
    private mutating func carry(_ notification: UserNotification) {
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
