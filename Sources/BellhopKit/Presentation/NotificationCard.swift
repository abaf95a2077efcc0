package import BellhopModel

/// The content of an expanded notification, sanitized for display.
package struct NotificationCard: Hashable, Sendable {
    package let title: String
    package let subtitle: String
    package let body: String
    /// The command, code or error of the notification, complete as in its payload; `nil` without one.
    package let detail: CutText?
    package let appearance: CategoryAppearance
    /// The moment from which an answer is too late; `nil` for a notification that needs no answer.
    package let deadline: Timestamp?

    /// More characters than a payload can have.
    private static let longestDetail = 8192

    package init(_ payload: PushPayload, strings: Strings = .current) {
        let alert = payload.aps.alert
        title = DisplayText.line(alert?.title ?? "")
        subtitle = DisplayText.line(alert?.subtitle ?? "", characters: 80)
        body = ReviewText(alert?.body ?? "").lines
        let text = [payload.toolInput, payload.codePreview, payload.errorMessage].lazy.compactMap(\.self).first
        detail = text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : CutText($0, characters: Self.longestDetail) }
        appearance = CategoryAppearance(payload, language: strings.language)
        deadline = payload.kind.isAsk ? payload.deadline : nil
    }
}

/// A text whose middle may be omitted: the end of a command matters as much as its beginning.
package struct CutText: Hashable, Sendable {
    package let head: String
    /// The number of omitted characters; 0 when `head` is the whole text.
    package let leftOut: Int
    package let tail: String
    /// Warnings about the whole text, for the user.
    package let warnings: [String]

    /// - Parameters:
    ///   - text: the original text; it is masked and sanitized here.
    ///   - limit: the maximum number of shown characters; `nil` for all.
    package init(_ text: String, characters limit: Int?) {
        let neutral = TextSanitizer.sanitize(SecretMask.mask(text))
        warnings = neutral.warnings.map(\.description)
        guard let limit, neutral.text.count > limit else {
            (head, leftOut, tail) = (neutral.text, 0, "")
            return
        }
        let room = max(limit, 2)
        head = String(neutral.text.prefix((room + 1) / 2))
        tail = String(neutral.text.suffix(room / 2))
        leftOut = neutral.text.count - room
    }

    package var isCut: Bool { leftOut > 0 }

    /// The note between head and tail; `nil` when no text is omitted.
    package func note(_ strings: Strings = .current) -> String? { isCut ? strings.askLeft(count: leftOut) : nil }
}

/// The confirmation that an expanded notification shows after a button, before it closes; `nil` for a button that opens
/// a screen or whose outcome is not known yet.
package struct ActionConfirmation: Hashable, Sendable {
    package let symbol: String
    package let text: String

    package init?(_ action: ActionID, in category: CategoryID?, strings: Strings = .current) {
        switch CategoryCatalog.effect(of: action, in: category) {
        case .complete: (symbol, text) = ("checkmark.circle.fill", strings.confirmCompleted)
        case .snooze:
            (symbol, text) = ("alarm.fill", (SnoozeTime(action) ?? .quarterHour).confirmation(strings))
        default: return nil
        }
    }
}
