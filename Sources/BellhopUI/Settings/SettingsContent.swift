#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI

struct SettingsContent: View {
    let preferences: NotificationPreferences
    let categories: [NotificationCategory]
    let scheduled: Int?
    let authorization: AuthorizationState?
    var problem: SettingsModel.Problem?
    let registration: RegistrationState
    let turn: @MainActor (PreferenceSwitch, Bool) async -> Void
    let turnCategory: @MainActor (NotificationCategory, Bool) async -> Void
    let clear: @MainActor () async -> Void
    let go: @MainActor (Place) -> Void
    let openSystemSettings: @MainActor () -> Void
    var debugging: AnyView?

    var body: some View {
        Form {
            SystemNote(authorization: authorization, openSystemSettings: openSystemSettings, go: go)
            Section(Strings.current.settingsTypes) {
                ForEach(PreferenceType.known, id: \.rawValue) { type in
                    SwitchRow(title: type.title, isOn: preferences[.type(type)]) { await turn(.type(type), $0) }
                }
            }
            Section {
                ForEach(categories) { category in
                    SwitchRow(title: category.title, isOn: preferences.isOn(.category(category.id))) {
                        await turnCategory(category, $0)
                    }
                }
            } header: {
                Text(verbatim: Strings.current.settingsAgents)
            } footer: {
                Text(verbatim: Strings.current.settingsAsksStillWait)
            }
            Section {
                PlaceRow(title: Strings.current.quietTitle, symbol: "moon", place: .quiet, go: go)
                PlaceRow(title: Strings.current.topicsTitle, symbol: "number", place: .topics, go: go)
            }
            ScheduledSection(scheduled: scheduled, clear: clear)
            if let problem {
                Label(problem.text, systemImage: "exclamationmark.triangle.fill")
            }
            Section(Strings.current.settingsDevice) {
                PlaceRow(title: registration.text(), symbol: "link", place: .pairing, go: go)
                PlaceRow(
                    title: Strings.current.diagnosticsTitle, symbol: "stethoscope", place: .diagnostics, go: go)
            }
            if let debugging {
                // For developers: not translated.
                Section { NavigationLink("Sample Notifications") { debugging } }
            }
        }
        .navigationTitle(Text(verbatim: Strings.current.tabSettings))
    }
}

/// A switch that moves at once and does its work after.
struct SwitchRow: View {
    let title: String
    let isOn: Bool
    let turn: @MainActor (Bool) async -> Void

    var body: some View {
        Toggle(
            title,
            isOn: Binding(
                get: { isOn },
                set: { isOn in
                    // Unstructured: what was turned is kept also when the screen closes meanwhile.
                    Task { await turn(isOn) }
                }))
    }
}

/// Leads to another screen.
struct PlaceRow: View {
    let title: String
    let symbol: String
    let place: Place
    let go: @MainActor (Place) -> Void

    var body: some View {
        Button {
            go(place)
        } label: {
            Label(title, systemImage: symbol)
                .frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
        }
        .buttonStyle(.plain)
    }
}
#endif
