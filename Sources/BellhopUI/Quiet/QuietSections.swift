#if canImport(UIKit)
import BellhopKit
import BellhopModel
import Foundation
import SwiftUI

/// When quiet hours are, and what comes through.
struct QuietHoursSection: View {
    let hours: QuietHours?
    let set: @MainActor (QuietHours?) async -> Void

    var body: some View {
        Section {
            SwitchRow(title: Strings.current.quietHours, isOn: hours != nil) { await set($0 ? QuietModel.night : nil) }
            if let hours {
                TimeRow(title: Strings.current.quietFrom, time: hours.start) { time in
                    await change { $0.start = time }
                }
                TimeRow(title: Strings.current.quietUntil, time: hours.end) { time in
                    await change { $0.end = time }
                }
                SwitchRow(title: Strings.current.quietAsks, isOn: hours.allow(isAsk: true, level: .active)) { isOn in
                    await change { $0.allowAsks = isOn }
                }
                SwitchRow(title: Strings.current.quietUrgent, isOn: hours.allowTimeSensitive) { isOn in
                    await change {
                        // Unless it is said, asks follow this switch.
                        $0.allowAsks = $0.allow(isAsk: true, level: .active)
                        $0.allowTimeSensitive = isOn
                    }
                }
            }
        } footer: {
            Text(verbatim: Strings.current.quietHoursWhy)
        }
    }

    private func change(_ body: (inout QuietHours) -> Void) async {
        guard var hours else { return }
        body(&hours)
        await set(hours)
    }
}

/// A time of day to choose.
struct TimeRow: View {
    let title: String
    let time: TimeOfDay
    let set: @MainActor (TimeOfDay) async -> Void

    var body: some View {
        DatePicker(
            title,
            selection: Binding(
                get: { time.date() },
                set: { date in
                    // Unstructured: what was chosen is kept also when the screen closes meanwhile.
                    Task { await set(TimeOfDay(date)) }
                }),
            displayedComponents: .hourAndMinute)
    }
}

/// How many come in how long.
struct CapSection: View {
    let cap: FrequencyCap?
    let set: @MainActor (FrequencyCap?) async -> Void
    let step: @MainActor (Int) async -> Void

    var body: some View {
        Section {
            SwitchRow(title: Strings.current.quietCap, isOn: cap != nil) { await set($0 ? QuietModel.cap : nil) }
            if let cap {
                Stepper {
                    Text(verbatim: Strings.current.quietCapLimit(limit: cap.limit))
                } onIncrement: {
                    // Unstructured, as in ``TimeRow``.
                    Task { await step(1) }
                } onDecrement: {
                    // Unstructured, as in ``TimeRow``.
                    Task { await step(-1) }
                }
                Picker(Strings.current.quietCapStretch, selection: stretch(of: cap)) {
                    ForEach(cap.stretches, id: \.self) { seconds in
                        Text(verbatim: FrequencyCap.text(ofStretch: seconds)).tag(seconds)
                    }
                }
            }
        } footer: {
            Text(verbatim: Strings.current.quietCapWhy)
        }
    }

    private func stretch(of cap: FrequencyCap) -> Binding<Int> {
        Binding(
            get: { cap.seconds },
            set: { seconds in
                // Unstructured, as in ``TimeRow``.
                Task { await set(FrequencyCap(limit: cap.limit, seconds: seconds)) }
            })
    }
}
#endif
