public import BellhopModel

extension NotificationCategory {
    /// The category with its texts in the language of `words`, as it is registered on a device. Texts that are not
    /// Bellhop's own stay as they are.
    public func worded(_ words: Strings) -> NotificationCategory {
        NotificationCategory(
            id: id, family: family, kind: kind, purpose: purpose, actions: actions.map { $0.worded(words) },
            options: options,
            hiddenPreviewPlaceholder: words.text(for: hiddenPreviewPlaceholder) ?? hiddenPreviewPlaceholder,
            summaryFormat: words.text(for: summaryFormat) ?? summaryFormat, playsSound: playsSound,
            interruptionLevel: interruptionLevel)
    }
}

extension CategoryAction {
    /// The button with its texts in the language of `words`.
    public func worded(_ words: Strings) -> CategoryAction {
        CategoryAction(
            id, words.text(for: title) ?? title, effect, options: options,
            textInput: textInput.map {
                TextInput(
                    button: words.text(for: $0.button) ?? $0.button,
                    placeholder: words.text(for: $0.placeholder) ?? $0.placeholder)
            })
    }
}

extension Words {
    /// What a text of ``CategoryCatalog`` is in this language; `nil` for a text that is none of them.
    func text(for english: String) -> String? { Self.catalogTexts[english].map { self[keyPath: $0] } }

    private static let catalogTexts: [String: any KeyPath<Words, String> & Sendable] = {
        let english = Words(.english)
        return Dictionary(catalogPaths.map { (english[keyPath: $0], $0) }, uniquingKeysWith: { first, _ in first })
    }()

    private static let catalogPaths: [any KeyPath<Words, String> & Sendable] = [
        \.actionApprove, \.actionDeny, \.actionViewDetails, \.actionReply, \.actionSend, \.actionOpenApp, \.actionOpen,
        \.actionView, \.actionViewResult, \.actionContinueChat, \.actionDismiss, \.actionRetry, \.actionComplete,
        \.actionSnooze, \.actionSnooze15, \.actionMarkRead, \.actionTypeAnswer, \.actionTypeReply,
        \.categoryApprovalHidden, \.categoryQuestionHidden, \.categoryCompleteHidden, \.categoryErrorHidden,
        \.categoryPausedHidden, \.categoryStatusHidden, \.categoryNewItemHidden, \.categoryReminderHidden,
        \.categoryUpdateHidden, \.categoryMessageHidden,
        \.categoryApprovalSummary, \.categoryQuestionSummary, \.categoryCompleteSummary, \.categoryErrorSummary,
        \.categoryPausedSummary, \.categoryStatusSummary, \.categoryNewItemSummary, \.categoryReminderSummary,
        \.categoryUpdateSummary, \.categoryMessageSummary,
    ]
}
