#if canImport(ActivityKit) && canImport(UIKit)
import SwiftUI

/// How much of the agent's list is done.
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

/// The same in the few points of a compact Dynamic Island.
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
#endif
