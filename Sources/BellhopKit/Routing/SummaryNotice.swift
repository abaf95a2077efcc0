public import BellhopModel

/// A notification's summary of several others.
public struct SummaryNotice: Hashable, Sendable {
    /// The same for every push about this summary.
    public let id: NotificationID
    /// The category of the summarized notifications.
    public let category: CategoryID?
    public let sessionID: SessionID?
    /// The number of summarized notifications; 0 removes the summary.
    public let count: Int

    /// - Returns: `nil` unless the notification is about a summary.
    init?(_ payload: PushPayload) {
        guard let id = payload.summaryID, let count = payload.summaryCount else { return nil }
        self.id = id
        self.count = count
        category = payload.summaryCategory.map(CategoryID.init(rawValue:))
        sessionID = payload.sessionID
    }

    /// The summarized notifications are asks.
    var isAboutAsks: Bool { category.flatMap { CategoryCatalog[$0]?.kind.isAsk } ?? false }
}

extension Strings {
    /// The text of `summary` in this language.
    ///
    /// - Parameter source: what they come from.
    func summary(_ summary: SummaryNotice, from source: String?) -> String {
        let category = summary.category.flatMap { CategoryCatalog[$0] }?.localized(self)
        return category?.summary(of: summary.count, from: source) ?? NotificationCategory.summary(of: summary.count)
    }
}
