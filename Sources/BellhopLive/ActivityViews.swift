#if canImport(ActivityKit) && canImport(UIKit)
import AppIntents
import BellhopKit
import Foundation
import SwiftUI

/// The session's title, status and project.
struct ActivityHeading: View {
    let content: ActivityPresentation

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: content.title)
                .font(.headline)
                .lineLimit(1)
            Text(verbatim: [content.status, content.project].compactMap(\.self).joined(separator: " · "))
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .lineLimit(1)
        }
        .accessibilityElement(children: .combine)
    }
}

/// The status as a symbol with a distinct shape; its color repeats the status.
struct ActivityStatusMark: View {
    let content: ActivityPresentation

    var body: some View {
        Image(systemName: content.symbol)
            .foregroundStyle(content.tone.color)
            .accessibilityLabel(Text(verbatim: content.status))
    }
}

extension ActivityPresentation.Tone {
    var color: Color {
        switch self {
        case .working: .blue
        case .waiting: .orange
        case .done: .green
        case .failed: .red
        case .stale: .gray
        }
    }
}

/// The duration of the session.
struct ActivityClock: View {
    let clock: ActivityPresentation.Clock

    var body: some View {
        time
            .font(.caption)
            .monospacedDigit()
            .foregroundStyle(.secondary)
            .multilineTextAlignment(.trailing)
            .frame(maxWidth: 64, alignment: .trailing)
            .accessibilityLabel(Text(verbatim: Strings.current.activityElapsed))
    }

    @ViewBuilder private var time: some View {
        switch clock {
        // The system updates the timer: an activity is not redrawn every second.
        case .since(let start): Text(Date(start), style: .timer)
        case .stopped(let seconds): Text(verbatim: ElapsedTime.text(seconds: seconds))
        }
    }
}

/// The progress of the agent's task list.
struct ActivityProgress: View {
    let progress: ActivityPresentation.Progress

    var body: some View {
        ProgressView(value: progress.fraction) {
            Text(verbatim: progress.task ?? progress.text)
                .font(.caption)
                .lineLimit(1)
        }
        .accessibilityLabel(Text(verbatim: progress.task ?? ""))
        .accessibilityValue(Text(verbatim: progress.text))
    }
}

/// The progress, or the duration, for the compact Dynamic Island.
struct CompactProgress: View {
    let content: ActivityPresentation

    var body: some View {
        if let progress = content.progress {
            Text(verbatim: progress.short)
                .monospacedDigit()
                .accessibilityLabel(Text(verbatim: progress.text))
        } else {
            ActivityClock(clock: content.clock)
        }
    }
}

/// The pending ask with its buttons; without one the current operation and the progress.
struct ActivityDetail: View {
    let content: ActivityPresentation

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            if let ask = content.ask {
                ActivityAsk(ask: ask)
            } else if let operation = content.operation {
                Text(verbatim: operation)
                    .font(.subheadline)
                    .lineLimit(2)
            }
            if let progress = content.progress, content.ask == nil {
                ActivityProgress(progress: progress)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

/// An ask with its remaining time and its buttons: only Deny when the activity does not show the whole input.
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
                // Stops at zero. The timer style would count up again after the deadline.
                Text(timerInterval: Date(ask.drawnAt)...Date(ask.deadline), countsDown: true)
                    .font(.caption)
                    .monospacedDigit()
                    .frame(maxWidth: 56, alignment: .trailing)
                    .accessibilityLabel(Text(verbatim: Strings.current.activityTimeLeft))
            }
            // An input that can be approved is never truncated.
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
