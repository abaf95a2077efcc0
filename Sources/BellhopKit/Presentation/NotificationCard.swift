package import BellhopModel

/// A notification that is looked at closely: what its expanded view shows, made fit to be shown.
package struct NotificationCard: Hashable, Sendable {
    package let title: String
    package let subtitle: String
    package let body: String
    /// The command, the code or the error that it is about, whole as the notification carries it; `nil` when it
    /// carries none.
    package let detail: CutText?
    package let appearance: CategoryAppearance
    /// From this moment on an answer comes too late; `nil` for what waits for none.
    package let deadline: Timestamp?

    /// More than a payload can hold.
    private static let longestDetail = 8192

    package init(_ payload: PushPayload, strings: Strings = .current) {
        let alert = payload.aps.alert
        title = ShownText.line(alert?.title ?? "")
        subtitle = ShownText.line(alert?.subtitle ?? "", characters: 80)
        body = ShownEvidence(alert?.body ?? "").lines
        let text = [payload.toolInput, payload.codePreview, payload.errorMessage].lazy.compactMap(\.self).first
        detail = text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : CutText($0, characters: Self.longestDetail) }
        appearance = CategoryAppearance(payload, language: strings.language)
        deadline = payload.kind.isAsk ? payload.deadline : nil
    }
}
