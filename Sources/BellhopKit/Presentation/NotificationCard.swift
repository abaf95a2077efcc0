public import BellhopModel

/// A notification that is looked at closely: what its expanded view shows, made fit to be shown.
public struct NotificationCard: Hashable, Sendable {
    public let title: String
    public let subtitle: String
    public let body: String
    /// The command, the code or the error that it is about, whole as the notification carries it; `nil` when it
    /// carries none.
    public let detail: CutText?
    public let appearance: CategoryAppearance
    /// From this moment on an answer comes too late; `nil` for what waits for none.
    public let deadline: Timestamp?

    /// More than a payload can hold.
    private static let longestDetail = 8192

    public init(_ payload: PushPayload, words: Strings = .current) {
        let alert = payload.aps.alert
        title = DisplayText.line(alert?.title ?? "")
        subtitle = DisplayText.line(alert?.subtitle ?? "", characters: 80)
        body = ReviewText(alert?.body ?? "").lines
        let text = [payload.toolInput, payload.codePreview, payload.errorMessage].lazy.compactMap(\.self).first
        detail = text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : CutText($0, characters: Self.longestDetail) }
        appearance = CategoryAppearance(payload, words: words)
        deadline = payload.kind.isAsk ? payload.deadline : nil
    }
}
