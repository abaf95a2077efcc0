public import BellhopModel

/// What a notification says of the several that it stands for.
public struct SummaryNotice: Hashable, Sendable {
    /// The same for every push about this summary.
    public let id: NotificationID
    /// Of what category they are.
    public let category: CategoryID?
    public let sessionID: SessionID?
    /// How many they are; 0 takes it off the screen.
    public let count: Int

    /// - Returns: `nil` unless the notification is about a summary.
    init?(_ payload: PushPayload) {
        guard let id = payload.summaryID, let count = payload.summaryCount else { return nil }
        self.id = id
        self.count = count
        category = payload.summaryCategory.map(CategoryID.init(rawValue:))
        sessionID = payload.sessionID
    }

    /// Whether they wait for answers.
    var isAboutAsks: Bool { category.flatMap { CategoryCatalog[$0]?.kind.isAsk } ?? false }
}

extension Strings {
    /// What `summary` says, in this language.
    ///
    /// - Parameter source: what they come from.
    func summary(_ summary: SummaryNotice, from source: String?) -> String {
        let category = summary.category.flatMap { CategoryCatalog[$0] }?.localized(self)
        return category?.summary(of: summary.count, from: source) ?? NotificationCategory.summary(of: summary.count)
    }
}
