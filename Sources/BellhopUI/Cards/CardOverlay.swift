#if canImport(UIKit)
import BellhopKit
import SwiftUI

/// Shows the present card over whatever is in front.
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
        // Asks and news come with a haptic of the kit's; what came of an answer is felt here.
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
#endif
