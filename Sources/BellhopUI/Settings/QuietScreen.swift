#if canImport(UIKit)
import BellhopKit
import BellhopModel
import Foundation
public import SwiftUI

/// Quiet hours, the cap and what is muted.
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
            Section(Words.current.quietMuted) {
                if muted.isEmpty {
                    Text(verbatim: Words.current.quietMutedNone)
                        .foregroundStyle(.secondary)
                }
                ForEach(muted) { row in
                    MutedRowView(row: row) { await set(.unmute(row.subject)) }
                }
            }
        }
        .navigationTitle(Text(verbatim: Words.current.quietTitle))
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
                Text(verbatim: Words.current.quietUnmute)
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
            SwitchRow(title: Words.current.quietHours, isOn: hours != nil) { await set($0 ? QuietModel.night : nil) }
            if let hours {
                TimeRow(title: Words.current.quietFrom, time: hours.start) { time in
                    await change { $0.start = time }
                }
                TimeRow(title: Words.current.quietUntil, time: hours.end) { time in
                    await change { $0.end = time }
                }
                SwitchRow(title: Words.current.quietAsks, isOn: hours.allow(isAsk: true, level: .active)) { isOn in
                    await change { $0.allowAsks = isOn }
                }
                SwitchRow(title: Words.current.quietUrgent, isOn: hours.allowTimeSensitive) { isOn in
                    await change {
                        // Asks follow this switch unless they have a setting of their own.
                        $0.allowAsks = $0.allow(isAsk: true, level: .active)
                        $0.allowTimeSensitive = isOn
                    }
                }
            }
        } footer: {
            Text(verbatim: Words.current.quietHoursWhy)
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
            SwitchRow(title: Words.current.quietCap, isOn: cap != nil) { await set($0 ? QuietModel.cap : nil) }
            if let cap {
                Stepper {
                    Text(verbatim: Words.current.quietCapLimit(limit: cap.limit))
                } onIncrement: {
                    // Unstructured, as in ``TimeRow``.
                    Task { await step(1) }
                } onDecrement: {
                    // Unstructured, as in ``TimeRow``.
                    Task { await step(-1) }
                }
                Picker(Words.current.quietCapStretch, selection: stretch(of: cap)) {
                    ForEach(cap.stretches, id: \.self) { seconds in
                        Text(verbatim: FrequencyCap.text(ofStretch: seconds)).tag(seconds)
                    }
                }
            }
        } footer: {
            Text(verbatim: Words.current.quietCapWhy)
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
