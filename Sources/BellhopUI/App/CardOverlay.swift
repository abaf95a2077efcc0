#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI

/// Shows the current card above the content.
struct CardOverlay: View {
    let app: AppModel

    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    var body: some View {
        VStack {
            if let card = app.cards.card, let text = CardText(card) {
                CardView(text: text, open: { open(text) }, close: app.cards.dismiss)
                    .transition(reducesMotion ? .opacity : .move(edge: .top).combined(with: .opacity))
                    .task(id: card) { await app.cards.wait(out: card) }
            }
            Spacer()
        }
        .animation(reducesMotion ? nil : .default, value: app.cards.card)
        // Bellhop plays the haptics of notifications; those of results are played here.
        .sensoryFeedback(trigger: app.cards.card) { _, card in card?.feedback }
    }

    private func open(_ text: CardText) {
        app.cards.dismiss()
        if let route = text.route { app.navigator.open(route) }
    }
}

extension CardsModel.Card {
    fileprivate var feedback: SensoryFeedback? {
        switch self {
        case .notification: nil
        case .outcome(let report): report.result.isFelt ? .success : .warning
        case .action: .warning
        }
    }
}

extension AnswerResult {
    fileprivate var isFelt: Bool {
        switch self {
        case .sent, .agentWentOn: true
        default: false
        }
    }
}

struct CardView: View {
    let text: CardText
    let open: @MainActor () -> Void
    let close: @MainActor () -> Void

    var body: some View {
        HStack(alignment: .top, spacing: 12) {
            Button(action: open) {
                HStack(alignment: .firstTextBaseline, spacing: 12) {
                    Image(systemName: text.symbol)
                        .foregroundStyle(text.color.color)
                        .accessibilityHidden(true)
                    VStack(alignment: .leading, spacing: 2) {
                        Text(verbatim: text.title).font(.headline)
                        if !text.text.isEmpty {
                            Text(verbatim: text.text)
                                .font(.subheadline)
                                .lineLimit(4)
                        }
                    }
                    Spacer()
                }
                .frame(minHeight: 44)
                .contentShape(Rectangle())
            }
            .buttonStyle(.plain)
            .accessibilityHint(Text(verbatim: Strings.current.cardHint))
            Button(action: close) {
                Image(systemName: "xmark")
                    .frame(minWidth: 44, minHeight: 44)
            }
            .accessibilityLabel(Text(verbatim: Strings.current.screenClose))
        }
        .padding(12)
        .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 16))
        .padding(.horizontal)
    }
}

/// The text of a card, and the route that a tap on it opens.
struct CardText: Hashable, Sendable {
    let symbol: String
    let color: ColorRole
    let title: String
    let text: String
    let route: Route?

    /// - Returns: `nil` for a card without a text.
    init?(_ card: CardsModel.Card, language: Language = .current) {
        let words = Strings(language)
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
#endif
