import BellhopFoundation
package import BellhopModel

/// Computes the shown content of a payload. Pure: the same payload at the same moment gives the same content.
///
/// All text in a payload is untrusted. It is masked, sanitized and truncated (``DisplayText``) even when its sender did
/// that already, because not every sender is Bellhop.
package struct Enrichment: Hashable, Sendable {
    package var strings: Strings
    package var now: Timestamp

    package init(strings: Strings = .current, now: Timestamp) {
        self.strings = strings
        self.now = now
    }

    /// - Parameter original: the content that the system would show. It is used where the payload has no plain text,
    ///   for example for texts that the system localizes (`loc-key`).
    package func content(of payload: PushPayload, over original: OriginalText = OriginalText()) -> EnrichedContent {
        let kind = payload.kind
        let level = Self.level(of: payload, kind)
        var content = EnrichedContent(
            title: title(of: payload, kind, original), subtitle: subtitle(of: payload, kind, original),
            body: body(of: payload, kind, original), threadID: Self.thread(of: payload), category: payload.aps.category,
            sound: level == .passive ? nil : EnrichedSound(payload), badge: payload.aps.badge,
            interruptionLevel: level, relevance: Self.relevance(of: payload, kind),
            targetContentID: payload.aps.targetContentID.map { DisplayText.line($0) },
            attachment: payload.imageURL.flatMap(Self.attachment),
            codePreview: payload.codePreview.flatMap(CodePreview.init(code:)))
        // An approval that is not shown completely gets the category without Approve.
        if kind == .approval, payload.askID != nil, content.category.map(Self.approves) ?? false,
            !payload.isShownWhole || !evidence(payload, original).isWhole
        {
            content.category = .approvalReview
        }
        if let deadline = payload.deadline, deadline <= now, kind.isAsk { content.close(strings.enrichmentExpired) }
        return content
    }

    // MARK: Texts

    private func title(of payload: PushPayload, _ kind: NotificationKind, _ original: OriginalText) -> String {
        let given = payload.aps.alert?.title ?? original.title
        let tool = payload.toolName.flatMap(Self.filled).map {
            strings.enrichmentPermission(tool: DisplayText.line($0, characters: 80))
        }
        // This category has a fixed title.
        if payload.aps.category == .permissionRequest, let tool { return tool }
        if case .summary(let summary) = IncomingNotification(payload) {
            return DisplayText.line(strings.summary(summary, from: payload.projectName))
        }
        if let given = Self.filled(given) { return DisplayText.line(given) }
        return tool ?? payload.projectName.flatMap(Self.filled).map { DisplayText.line($0) } ?? ""
    }

    private func subtitle(of payload: PushPayload, _ kind: NotificationKind, _ original: OriginalText) -> String {
        if kind == .complete, let count = payload.filesChanged, count > 0 {
            return strings.enrichmentFilesChanged(count: count)
        }
        let errorType = kind == .error ? payload.errorType.flatMap(Self.filled) : nil
        let given = errorType ?? payload.aps.alert?.subtitle ?? original.subtitle
        return DisplayText.line(given, characters: 80)
    }

    private func body(of payload: PushPayload, _ kind: NotificationKind, _ original: OriginalText) -> String {
        kind == .approval
            ? evidence(payload, original).lines
            : DisplayText.paragraph(text(of: payload, original), characters: Self.longestBody)
    }

    private func evidence(_ payload: PushPayload, _ original: OriginalText) -> ReviewText {
        ReviewText(text(of: payload, original))
    }

    private func text(of payload: PushPayload, _ original: OriginalText) -> String {
        let candidates = [
            payload.aps.alert?.body, original.body, payload.summary, payload.errorMessage, payload.toolInput,
        ]
        return candidates.lazy.compactMap { $0.flatMap(Self.filled) }.first ?? ""
    }

    private static func approves(_ category: CategoryID) -> Bool {
        CategoryCatalog[category]?.actions.contains { $0.effect == .approve } ?? true
    }

    /// The approximate length that the system shows of an expanded notification.
    private static let longestBody = 600

    private static func filled(_ text: String) -> String? { text.allSatisfy(\.isWhitespace) ? nil : text }

    // MARK: The rest

    private static func thread(of payload: PushPayload) -> String {
        let name = payload.aps.threadID ?? payload.projectName ?? payload.sessionID?.description ?? ""
        return DisplayText.line(name, characters: 128)
    }

    /// An ask interrupts, because an agent waits for a person, unless its sender lowers the level.
    private static func level(of payload: PushPayload, _ kind: NotificationKind) -> InterruptionLevel {
        let given = payload.aps.interruptionLevel
        if kind.isAsk { return given == .passive ? .passive : .timeSensitive }
        return given ?? payload.aps.category.flatMap { CategoryCatalog[$0]?.interruptionLevel } ?? .active
    }

    private static func relevance(of payload: PushPayload, _ kind: NotificationKind) -> Double {
        guard let score = payload.aps.relevanceScore, score.isFinite else { return kind.isAsk ? 1 : 0 }
        return min(max(score, 0), 1)
    }

    private static func attachment(_ text: String) -> AttachmentRequest? {
        guard text.utf8.count <= 2048, let url = URL(string: text), url.host?.isEmpty == false else { return nil }
        return AttachmentRequest(url: url)
    }
}

/// The text that the system would show unchanged.
package struct OriginalText: Hashable, Sendable {
    package var title: String
    package var subtitle: String
    package var body: String

    package init(title: String = "", subtitle: String = "", body: String = "") {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }
}

extension EnrichedContent {
    /// Marks the ask as ended: its text stays, without sound and buttons.
    mutating func close(_ why: String) {
        subtitle = why
        category = .sessionStatus
        sound = nil
        interruptionLevel = .passive
        relevance = 0
    }
}

extension NotificationKind {
    /// `true` when an agent waits.
    var isAsk: Bool { self == .approval || self == .question }
}
