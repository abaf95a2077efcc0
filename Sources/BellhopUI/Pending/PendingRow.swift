import BellhopKit
public import BellhopModel

/// An ask that waits, as a row of a list.
public struct PendingRow: Hashable, Sendable, Identifiable {
    public let id: AskID
    public let title: String
    public let origin: String
    public let excerpt: String
    let card: AskCard
    /// It was answered here, and the answer has not arrived yet.
    public let isAnswered: Bool

    init(_ ask: Ask, isAnswered: Bool) {
        card = AskCard(ask)
        id = ask.id
        title = card.tool ?? card.title
        origin = card.origin
        excerpt = DisplayText.line(card.questions.first?.text ?? ask.request.body, characters: 120)
        self.isAnswered = isAnswered
    }
}
