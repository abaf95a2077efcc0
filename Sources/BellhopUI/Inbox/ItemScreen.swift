#if canImport(UIKit)
import BellhopKit
public import BellhopModel
import Foundation
public import SwiftUI

/// An item, opened from a notification.
public struct ItemScreen: View {
    @State private var model: ItemModel

    public init(_ id: TopicID, in app: AppModel) { _model = State(initialValue: ItemModel(id, in: app)) }

    public var body: some View {
        ItemContent(
            phase: model.phase, problem: model.problem, snoozed: model.snoozed, times: model.times, load: model.load,
            complete: model.complete, snooze: model.snooze
        )
        .task { await model.load() }
    }
}

struct ItemContent: View {
    let phase: LoadingPhase<Item>
    let problem: String?
    let snoozed: SnoozeTime?
    let times: [SnoozeTime]
    let load: @MainActor () async -> Void
    let complete: @MainActor () async -> Void
    let snooze: @MainActor (SnoozeTime) async -> Void

    var body: some View {
        LoadedView(
            phase: phase, missing: (Strings.current.itemNotFound, Strings.current.itemNotFoundWhy), load: load
        ) { item in
            List {
                ItemFacts(item: item)
                if item.completedAt == nil { actions }
                if let problem { ProblemLabel(problem) }
            }
            .navigationTitle(Text(verbatim: DisplayText.line(item.title, characters: 80)))
        }
    }

    @ViewBuilder private var actions: some View {
        AsyncButton(action: complete) {
            Label(Strings.current.actionComplete, systemImage: "checkmark.circle").frame(minHeight: 44)
        }
        Section(Strings.current.itemRemind) {
            if let snoozed {
                Label(snoozed.confirmation(), systemImage: "alarm.fill")
            } else {
                ForEach(times, id: \.self) { time in
                    AsyncButton {
                        await snooze(time)
                    } label: {
                        Text(verbatim: time.title()).frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
                    }
                }
            }
        }
    }
}

/// The content of an item. Its text is untrusted.
struct ItemFacts: View {
    let item: Item

    var body: some View {
        Section {
            Text(verbatim: DisplayText.line(item.title, characters: 200)).font(.headline)
            if !item.body.isEmpty {
                Text(verbatim: DisplayText.paragraph(item.body, characters: 4000))
                    .textSelection(.enabled)
                    .privacySensitive()
            }
            if let due = item.dueAt {
                LabeledContent(
                    Strings.current.itemDue, value: Date(due).formatted(date: .abbreviated, time: .shortened))
            }
            if item.completedAt != nil {
                Label(Strings.current.itemCompleted, systemImage: "checkmark.circle.fill")
            }
        }
    }
}
#endif
