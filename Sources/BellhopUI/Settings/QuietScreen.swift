#if canImport(UIKit)
import BellhopKit
import BellhopModel
import Foundation
public import SwiftUI

/// Quiet hours, the cap and the mutes.
public struct QuietScreen: View {
    @State private var model: QuietModel

    public init(in app: AppModel) { _model = State(initialValue: QuietModel(in: app)) }

    public var body: some View {
        QuietContent(
            quietHours: model.quietHours, cap: model.cap, muted: model.muted, problem: model.problem, set: model.set,
            step: model.step)
    }
}

struct QuietContent: View {
    let quietHours: QuietHours?
    let cap: FrequencyCap?
    let muted: [MutedRow]
    var problem: QuietModel.Problem?
    let set: @MainActor (PreferenceSetting) async -> Void
    let step: @MainActor (Int) async -> Void

    var body: some View {
        Form {
            QuietHoursSection(hours: quietHours) { await set(.quietHours($0)) }
            if let problem {
                ProblemLabel(problem.text)
            }
            CapSection(cap: cap, set: { await set(.frequencyCap($0)) }, step: step)
            Section(Strings.current.quietMuted) {
                if muted.isEmpty {
                    Text(verbatim: Strings.current.quietMutedNone)
                        .foregroundStyle(.secondary)
                }
                ForEach(muted) { row in
                    MutedRowView(row: row) { await set(.unmute(row.subject)) }
                }
            }
        }
        .navigationTitle(Text(verbatim: Strings.current.quietTitle))
    }
}

struct MutedRowView: View {
    let row: MutedRow
    let unmute: @MainActor () async -> Void

    var body: some View {
        HStack {
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: row.title)
                    .privacySensitive()
                if let until = row.until {
                    Text(Date(until), style: .relative)
                        .font(.caption)
                        .foregroundStyle(.secondary)
                }
            }
            Spacer()
            AsyncButton(action: unmute) {
                Text(verbatim: Strings.current.quietUnmute)
            }
            .accessibilityHint(Text(verbatim: row.title))
        }
        .frame(minHeight: 44)
    }
}

/// The quiet hours and their exceptions.
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
                        // Asks follow this switch unless they have their own setting.
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

/// A picker for a time of day.
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
                    // Unstructured: the setting is stored also when the screen closes.
                    Task { await set(TimeOfDay(date)) }
                }),
            displayedComponents: .hourAndMinute)
    }
}

/// The frequency cap: a number of pushes in a period.
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
