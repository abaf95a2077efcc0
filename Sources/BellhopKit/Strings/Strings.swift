import BellhopFoundation
package import BellhopModel

/// The localized texts shown to people, one accessor for each entry of `Strings/Bellhop.xcstrings`.
///
/// The texts are compiled in, because an extension needs them before the first unlock, when no bundle file is readable.
package struct Strings: Hashable, Sendable {
    package let language: Language

    package init(_ language: Language) { self.language = language }

    /// The texts in ``Language/current``.
    package static var current: Strings { Strings(.current) }

    /// One row of the table: the text in ``language``.
    subscript(english: String, german: String) -> String {
        switch language {
        case .english: english
        case .german: german
        }
    }
}

/// A language that Bellhop's texts are translated into.
public enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"

    /// The language of the current task. The default is the device's language, read once per process: the system
    /// restarts an app when the person chooses another language.
    @TaskLocal public static var current = Language(preferred: Locale.preferredLanguages)

    /// Selects the first supported language of `preferred`, or English.
    ///
    /// - Parameter preferred: BCP 47 tags such as `de-CH`, most preferred first.
    public init(preferred: [String]) {
        let codes = preferred.lazy.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        self = codes.compactMap { Language(rawValue: $0) }.first ?? .english
    }
}

extension NotificationCategory {
    /// The category with its texts in the language of `strings`, as it is registered on a device. Texts of the app's own
    /// categories stay unchanged.
    package func localized(_ strings: Strings) -> NotificationCategory {
        NotificationCategory(
            id: id, family: family, kind: kind, purpose: purpose, actions: actions.map { $0.localized(strings) },
            options: options,
            hiddenPreviewPlaceholder: strings.text(for: hiddenPreviewPlaceholder) ?? hiddenPreviewPlaceholder,
            summaryFormat: strings.text(for: summaryFormat) ?? summaryFormat, playsSound: playsSound,
            interruptionLevel: interruptionLevel)
    }
}

extension CategoryAction {
    /// The button with its texts in the language of `strings`.
    package func localized(_ strings: Strings) -> CategoryAction {
        CategoryAction(
            id, strings.text(for: title) ?? title, effect, options: options,
            textInput: textInput.map {
                TextInput(
                    button: strings.text(for: $0.button) ?? $0.button,
                    placeholder: strings.text(for: $0.placeholder) ?? $0.placeholder)
            })
    }
}

extension Strings {
    /// The translation of an English text of ``CategoryCatalog``; `nil` for any other text.
    func text(for english: String) -> String? { Self.catalogTexts[english].map { self[keyPath: $0] } }

    private static let catalogTexts: [String: any KeyPath<Strings, String> & Sendable] = {
        let english = Strings(.english)
        return Dictionary(catalogPaths.map { (english[keyPath: $0], $0) }, uniquingKeysWith: { first, _ in first })
    }()

    private static let catalogPaths: [any KeyPath<Strings, String> & Sendable] = [
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
