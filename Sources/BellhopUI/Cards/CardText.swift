public import BellhopKit
import BellhopModel

/// What a card over the screen says, and where a tap on it leads.
public struct CardText: Hashable, Sendable {
    public let symbol: String
    public let color: ColorRole
    public let title: String
    public let text: String
    public let route: Route?

    /// - Returns: `nil` for a card that would say nothing.
    public init?(_ card: CardsModel.Card, words: Strings = .current) {
        switch card {
        case .notification(let shown): self.init(shown)
        case .outcome(let report): self.init(report, words)
        case .action(let report): self.init(report, words)
        }
    }

    private init(_ shown: InAppCard) {
        let appearance = CategoryAppearance(nil, kind: shown.notification.kind)
        (symbol, color) = (appearance.symbol, appearance.color)
        title = shown.title
        text = [shown.subtitle, shown.body].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
        route = shown.notification.route
    }

    private init?(_ report: AnswerReport, _ words: Strings) {
        route = .ask(report.askID)
        if case .refused(let message) = report.result {
            (symbol, color) = ("exclamationmark.triangle.fill", .failure)
            (title, text) = (words.cardNotDone, message)
        } else if let phase = AskPhase(report.result),
            let outcome = AskOutcomeText(phase, given: report.answer, words: words)
        {
            (symbol, color) = (outcome.symbol, outcome.color)
            (title, text) = (outcome.text, "")
        } else {
            return nil
        }
    }

    private init?(_ report: ContentActionReport, _ words: Strings) {
        switch report.result {
        case .done: return nil
        case .refused(let message): text = DisplayText.paragraph(message)
        case .expired: text = words.cardNotDoneLate
        case .waiting: text = words.cardNotDoneRetry
        }
        (symbol, color) = ("exclamationmark.triangle.fill", .failure)
        title = words.cardNotDone
        route = nil
    }
}

extension IncomingNotification {
    fileprivate var kind: NotificationKind {
        switch self {
        case .ask: .approval
        case .question: .question
        case .complete: .complete
        case .error: .error
        case .paused: .paused
        case .status: .status
        case .message: .message
        case .reminder: .reminder
        case .update: .update
        case .newItem: .newItem
        case .summary: .summary
        case .clear, .read, .recount, .sync, .liveActivity: .unknown
        case .unknown(let kind): kind
        }
    }

    fileprivate var route: Route? {
        switch self {
        case .ask(let notice): .ask(notice.askID)
        case .question(let notice): .question(notice.askID)
        case .complete(let id), .error(let id), .paused(let id), .status(let id): id.map { .session($0, .look) }
        case .message(let id): id.map(Route.message)
        case .reminder(let item), .update(let item), .newItem(let item): item.map(Route.item)
        case .summary(let summary): summary.sessionID.map { .session($0, .look) }
        case .clear, .read, .recount, .sync, .liveActivity, .unknown: nil
        }
    }
}
