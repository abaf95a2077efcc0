#if canImport(ActivityKit) && canImport(UIKit)
import AppIntents
import BellhopKit
import Foundation
import SwiftUI

/// What the agent wants to do, how long there is to decide, and the buttons: Deny alone where something is not shown.
struct ActivityAsk: View {
    let ask: AnswerableAsk

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            HStack(alignment: .firstTextBaseline) {
                Text(verbatim: ask.title)
                    .font(.footnote)
                    .lineLimit(ask.canBeApproved ? 1 : 3)
                    .privacySensitive()
                Spacer()
                // Stops at zero. A timer style would count up from there, as if there were still time.
                Text(timerInterval: Date(ask.drawnAt)...Date(ask.deadline), countsDown: true)
                    .font(.caption)
                    .monospacedDigit()
                    .frame(maxWidth: 56, alignment: .trailing)
                    .accessibilityLabel(Text(verbatim: Strings.current.activityTimeLeft))
            }
            // What can be approved is never cut.
            if let body = ask.body {
                Text(verbatim: body)
                    .font(.caption)
                    .monospaced()
                    .fixedSize(horizontal: false, vertical: true)
                    .privacySensitive()
            }
            HStack(spacing: 12) {
                Button(intent: DenyAskIntent(ask)) {
                    Label(Strings.current.actionDeny, systemImage: "xmark")
                        .frame(maxWidth: .infinity, minHeight: 28)
                }
                .tint(.red)
                if ask.canBeApproved {
                    Button(intent: ApproveAskIntent(ask)) {
                        Label(Strings.current.actionApprove, systemImage: "checkmark")
                            .frame(maxWidth: .infinity, minHeight: 28)
                    }
                    .tint(.green)
                    .accessibilityHint(Text(verbatim: Strings.current.activityUnlockHint))
                }
            }
            .buttonStyle(.bordered)
        }
    }
}
#endif
