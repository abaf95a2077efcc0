#if canImport(UIKit)
import BellhopKit
import BellhopModel
import Foundation
import SwiftUI

/// What asks, from where, and how much time there is.
struct AskHeading: View {
    let card: AskCard
    let isOpen: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Label {
                Text(verbatim: card.tool ?? card.title).font(.headline)
            } icon: {
                Image(systemName: card.appearance.symbol).foregroundStyle(card.appearance.color.color)
            }
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits(.isHeader)
            if !card.origin.isEmpty {
                Text(verbatim: card.origin)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
            }
            if isOpen { AskCountdown(card: card) }
        }
    }
}

/// Runs down to the deadline.
struct AskCountdown: View {
    let card: AskCard
    @Environment(\.countdownClock) private var clock

    var body: some View {
        TimelineView(.periodic(from: Date(), by: 1)) { _ in
            let countdown = card.countdown(at: clock.now)
            VStack(alignment: .leading, spacing: 4) {
                Label(countdown.text(), systemImage: symbol(countdown.urgency))
                    .font(.subheadline)
                    .monospacedDigit()
                    .foregroundStyle(countdown.urgency == .calm ? Color.secondary : Color.orange)
                ProgressView(value: countdown.fraction)
                    .accessibilityHidden(true)
            }
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits(.updatesFrequently)
        }
    }

    private func symbol(_ urgency: Countdown.Urgency) -> String {
        switch urgency {
        case .calm: "clock"
        case .soon: "exclamationmark.circle"
        case .over: "clock.badge.xmark"
        }
    }
}

extension EnvironmentValues {
    /// By which countdowns run: the server's, for it decides when they are over.
    var countdownClock: any ClockPort {
        get { self[CountdownClock.self] }
        set { self[CountdownClock.self] = newValue }
    }
}

private struct CountdownClock: EnvironmentKey {
    static let defaultValue: any ClockPort = SystemClock()
}
#endif
