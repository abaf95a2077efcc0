public import BellhopModel

/// The appearance of a category in an expanded notification and in the app.
public struct CategoryAppearance: Hashable, Sendable {
    /// The name of an SF Symbol, all of version 5 or earlier.
    public let symbol: String
    public let color: ColorRole
    /// The text is code or output, and needs a monospaced font.
    public let isMonospaced: Bool
    /// In the order in which they are shown, in the person's language.
    public let buttons: [CategoryAction]

    /// - Parameters:
    ///   - category: `nil`, or one that Bellhop does not know, looks like its kind and has no buttons.
    ///   - kind: what the notification is about, when its category does not say.
    public init(_ category: CategoryID?, kind: NotificationKind = .unknown, language: Language = .current) {
        let known = category.flatMap { CategoryCatalog[$0] }
        (symbol, color, isMonospaced) = Self.appearance(of: known?.kind ?? kind)
        buttons = known?.actions.map { $0.localized(Strings(language)) } ?? []
    }

    public init(_ payload: PushPayload, language: Language = .current) {
        self.init(payload.aps.category, kind: payload.kind, language: language)
    }

    private static func appearance(of kind: NotificationKind) -> (String, ColorRole, Bool) {
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

/// The meaning of a colour. The screens choose the colour for light and dark mode, and always show a symbol and a word
/// beside it.
/// there is always a symbol and a word beside it.
public enum ColorRole: String, Hashable, Sendable, CaseIterable {
    /// Something waits for the person.
    case attention
    case question
    case success
    case failure
    /// Nothing to do.
    case quiet
    /// News from an app.
    case news
}
