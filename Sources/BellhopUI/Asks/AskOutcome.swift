#if canImport(UIKit)
import BellhopModel
import SwiftUI

/// What came of it: sent, answered elsewhere and by whom, too late, or why an attempt came to nothing.
struct AskOutcome: View {
    let phase: AskPhase
    let given: Answer?
    let problem: String?

    var body: some View {
        if let outcome = AskOutcomeText(phase, given: given) {
            Label {
                Text(verbatim: outcome.text)
            } icon: {
                Image(systemName: outcome.symbol).foregroundStyle(outcome.color.color)
            }
            .font(.callout)
            .accessibilityElement(children: .combine)
        }
        if let problem {
            Label(problem, systemImage: "exclamationmark.triangle.fill")
                .font(.callout)
                .foregroundStyle(Color.red)
        }
    }
}
#endif
