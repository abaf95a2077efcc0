#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI
import UIKit

/// What the agent is about to do: head and tail, with what is left out counted, and all of it when the person wants.
struct AskCommand: View {
    let ask: Ask
    let card: AskCard

    @State private var isWhole = false

    var body: some View {
        let command = isWhole ? AskCard.command(of: ask, characters: nil) : card.command
        VStack(alignment: .leading, spacing: 8) {
            Text(verbatim: command.head).code(card.appearance.isMonospaced)
            if let note = command.note() {
                Text(verbatim: note)
                    .font(.caption)
                    .foregroundStyle(.secondary)
                Text(verbatim: command.tail).code(card.appearance.isMonospaced)
            }
            if card.command.isCut {
                Button(isWhole ? Words.current.askShowLess : Words.current.askShowAll) { isWhole.toggle() }
                    .frame(minHeight: 44)
            }
        }
        .padding(12)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(Color(uiColor: .secondarySystemBackground), in: RoundedRectangle(cornerRadius: 12))
        .privacySensitive()
    }
}

extension Text {
    /// As code, when columns matter.
    fileprivate func code(_ isMonospaced: Bool) -> some View {
        font(isMonospaced ? .system(.callout, design: .monospaced) : .callout)
            .textSelection(.enabled)
            .frame(maxWidth: .infinity, alignment: .leading)
    }
}
#endif
