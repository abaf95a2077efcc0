public import BellhopModel

/// The appearance of a category in an expanded notification and in the app.
public struct CategoryAppearance: Hashable, Sendable {
    /// The name of an SF Symbol, all of version 5 or earlier.
    public let symbol: String
    public let color: ColorRole
    /// `true` for code or output, which needs a monospaced font.
    public let isMonospaced: Bool
    /// The buttons in the shown order, in the user's language.
    public let buttons: [CategoryAction]

    /// - Parameters:
    ///   - category: the category; `nil` or an unknown one has the appearance of its kind and no buttons.
    ///   - kind: the kind of the notification, used when its category does not tell.
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
public enum ColorRole: String, Hashable, Sendable, CaseIterable {
    /// An agent waits for the user.
    case attention
    case question
    case success
    case failure
    /// No action is needed.
    case quiet
    /// News from an app.
    case news
}
