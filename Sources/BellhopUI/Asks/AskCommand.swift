#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI
import UIKit

/// What the agent is about to do, all of it, in parts that say when they have been on the screen.
struct AskCommand: View {
    let reading: AskReading
    let isMonospaced: Bool
    /// A part was scrolled to its end.
    let see: @MainActor (Int) -> Void
    let reveal: @MainActor () async -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            // Lazy: a part is made when it is scrolled to.
            LazyVStack(alignment: .leading, spacing: 0) {
                ForEach(reading.parts) { part in
                    Text(verbatim: (part.isContinuation ? "↪ " : "") + part.text).code(isMonospaced)
                    Color.clear
                        .frame(height: 1)
                        .onAppear { see(part.id) }
                        .accessibilityHidden(true)
                }
            }
            // Other parts, which are to be seen as well.
            .id(reading.isRevealed)
            if reading.maskedCount > 0, !reading.isRevealed {
                AsyncButton(action: reveal) { Text(verbatim: Strings.current.askReveal) }
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
