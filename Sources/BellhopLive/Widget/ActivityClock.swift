#if canImport(ActivityKit) && canImport(UIKit)
import BellhopKit
import Foundation
import SwiftUI

/// How long the session has lasted.
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
        // The system counts: an activity is not redrawn every second.
        case .since(let start): Text(Date(start), style: .timer)
        case .stopped(let seconds): Text(verbatim: ElapsedTime.text(seconds: seconds))
        }
    }
}
#endif
