#if canImport(UIKit)
import BellhopKit
import SwiftUI

/// Says quietly what the system does not let through, and leads to where that is changed.
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

/// How much is scheduled on the device, and a way to take it all off.
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
