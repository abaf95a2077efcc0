#if canImport(UIKit)
import BellhopKit
import BellhopModel
public import SwiftUI
import UIKit

/// The notification settings.
public struct SettingsScreen: View {
    @State private var model: SettingsModel
    @Environment(\.openURL) private var openURL
    private let app: AppModel
    private let debugging: AnyView?

    /// - Parameter debugging: a screen for debug builds; `nil` for none.
    public init(in app: AppModel, debugging: AnyView? = nil) {
        self.app = app
        self.debugging = debugging
        _model = State(initialValue: SettingsModel(in: app))
    }

    public var body: some View {
        SettingsContent(
            preferences: app.preferences, categories: model.categories, scheduled: model.scheduled,
            authorization: model.authorization, problem: model.problem, registration: app.registration,
            turn: model.turn, turnCategory: model.turn, clear: model.clearScheduled,
            go: { app.navigator[.settings].append($0) }, openSystemSettings: openSystemSettings, debugging: debugging
        )
        .task { await model.load() }
    }

    private func openSystemSettings() {
        if let url = URL(string: UIApplication.openNotificationSettingsURLString) { openURL(url) }
    }
}

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
                ProblemLabel(problem.text)
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

/// A toggle with an asynchronous action.
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
                    // Unstructured: the setting is stored also when the screen closes.
                    Task { await turn(isOn) }
                }))
    }
}

/// A row that opens another screen.
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

/// The system's restriction of notifications, and a link to the system's settings.
struct SystemNote: View {
    let authorization: AuthorizationState?
    let openSystemSettings: @MainActor () -> Void
    let go: @MainActor (Place) -> Void

    var body: some View {
        Section {
            if let note {
                Label(note, systemImage: "bell.slash")
                    .font(.callout)
                    .foregroundStyle(.secondary)
            }
            if authorization == .notDetermined || authorization == .provisional {
                PlaceRow(title: Strings.current.permissionAllow, symbol: "bell.badge", place: .permission, go: go)
            }
            Button(Strings.current.settingsSystem, action: openSystemSettings)
                .frame(minHeight: 44)
        }
    }

    private var note: String? {
        switch authorization {
        case .denied: Strings.current.settingsSilenced
        case .provisional: Strings.current.settingsQuiet
        case .notDetermined, .authorized, .ephemeral, nil: nil
        }
    }
}

/// The number of notifications scheduled on the device, and a button that removes them.
struct ScheduledSection: View {
    let scheduled: Int?
    let clear: @MainActor () async -> Void

    @State private var isAsking = false

    var body: some View {
        Section {
            LabeledContent(Strings.current.settingsScheduled, value: scheduled.map { "\($0)" } ?? "–")
            Button(Strings.current.settingsClearScheduled, role: .destructive) { isAsking = true }
                .frame(minHeight: 44)
                .disabled((scheduled ?? 0) == 0)
        }
        .confirmationDialog(
            Strings.current.settingsClearScheduledWhy, isPresented: $isAsking, titleVisibility: .visible
        ) {
            AsyncButton(role: .destructive, action: clear) {
                Text(verbatim: Strings.current.settingsClearScheduled)
            }
            Button(Strings.current.screenCancel, role: .cancel) {}
        }
    }
}
#endif
