public import BellhopModel

/// How a notification of one category looks when it is expanded, and in the app.
public struct CategoryAppearance: Hashable, Sendable {
    /// The name of an SF Symbol, all of version 5 or earlier.
    public let symbol: String
    public let color: ColorRole
    /// What it says is code or output: columns matter.
    public let isMonospaced: Bool
    /// In the order in which they are shown, in the person's language.
    public let buttons: [CategoryAction]

    /// - Parameters:
    ///   - category: `nil`, or one that Bellhop does not know, looks like its kind and has no buttons.
    ///   - kind: what the notification is about, when its category does not say.
    public init(_ category: CategoryID?, kind: NotificationKind = .unknown, words: Strings = .current) {
        let known = category.flatMap { CategoryCatalog[$0] }
        (symbol, color, isMonospaced) = Self.look(of: known?.kind ?? kind)
        buttons = known?.actions.map { $0.worded(words) } ?? []
    }

    public init(_ payload: PushPayload, words: Strings = .current) {
        self.init(payload.aps.category, kind: payload.kind, words: words)
    }

    private static func look(of kind: NotificationKind) -> (String, ColorRole, Bool) {
        switch kind {
        case .approval: ("hand.raised.fill", .attention, true)
        case .question: ("questionmark.bubble.fill", .question, false)
        case .complete: ("checkmark.circle.fill", .success, false)
        case .error: ("xmark.octagon.fill", .failure, true)
        case .paused: ("pause.circle.fill", .quiet, false)
        case .status: ("waveform.path", .quiet, false)
        case .newItem: ("plus.circle.fill", .news, false)
        case .reminder: ("alarm.fill", .attention, false)
        case .update: ("arrow.triangle.2.circlepath", .news, false)
        case .message: ("message.fill", .news, false)
        default: ("bell.fill", .quiet, false)
        }
    }
}
