#if canImport(UIKit)
import BellhopKit
public import SwiftUI
import UIKit

/// Explains the notifications before the system asks for permission.
public struct PermissionScreen: View {
    @State private var model: PermissionModel
    @Environment(\.openURL) private var openURL

    public init(in app: AppModel) { self.init(PermissionModel(in: app)) }

    /// - Parameter model: shared with the view that presents the screen.
    init(_ model: PermissionModel) { _model = State(initialValue: model) }

    public var body: some View {
        PermissionContent(
            step: model.step, isAsking: model.isAsking, allow: model.allow, allowQuietly: model.allowQuietly,
            notNow: model.notNow, openSystemSettings: openSystemSettings
        )
        .task { await model.shown() }
    }

    private func openSystemSettings() {
        if let url = URL(string: UIApplication.openNotificationSettingsURLString) { openURL(url) }
    }
}

struct PermissionContent: View {
    let step: PermissionStep?
    let isAsking: Bool
    let allow: @MainActor () async -> Void
    let allowQuietly: @MainActor () async -> Void
    let notNow: @MainActor () async -> Void
    let openSystemSettings: @MainActor () -> Void

    var body: some View {
        ScrollView {
            VStack(spacing: 20) {
                Image(systemName: symbol)
                    .font(.largeTitle)
                    .foregroundStyle(Color.accentColor)
                    .accessibilityHidden(true)
                Text(verbatim: title)
                    .font(.title2)
                    .accessibilityAddTraits(.isHeader)
                Text(
                    verbatim: step == .openSettings
                        ? Strings.current.permissionDeniedWhy : Strings.current.permissionWhy
                )
                .multilineTextAlignment(.center)
                PermissionPoints()
            }
            .padding()
        }
        .safeAreaInset(edge: .bottom) {
            buttons
                .disabled(isAsking)
                .padding()
                .background(.bar)
        }
    }

    @ViewBuilder private var buttons: some View {
        VStack(spacing: 8) {
            switch step {
            case .openSettings:
                Button(action: openSystemSettings) { wide(Strings.current.settingsSystem) }
                    .buttonStyle(.borderedProminent)
            case .prime, .wait:
                AsyncButton(action: allow) { wide(Strings.current.permissionAllow) }
                    .buttonStyle(.borderedProminent)
                AsyncButton(action: allowQuietly) { wide(Strings.current.permissionQuietly) }
                AsyncButton(action: notNow) { wide(Strings.current.permissionNotNow) }
            case .upgrade:
                AsyncButton(action: allow) { wide(Strings.current.permissionAllow) }
                    .buttonStyle(.borderedProminent)
                AsyncButton(action: notNow) { wide(Strings.current.permissionNotNow) }
            case .authorized, nil: EmptyView()
            }
        }
    }

    private func wide(_ title: String) -> some View {
        Text(verbatim: title).frame(maxWidth: .infinity, minHeight: 44)
    }

    private var title: String {
        switch step {
        case .openSettings: Strings.current.permissionDenied
        case .upgrade: Strings.current.permissionUpgrade
        case .authorized: Strings.current.permissionDone
        case .prime, .wait, nil: Strings.current.permissionTitle
        }
    }

    private var symbol: String {
        switch step {
        case .openSettings: "bell.slash"
        case .authorized: "checkmark.circle"
        case .prime, .wait, .upgrade, nil: "bell.badge"
        }
    }
}

/// The reasons to allow notifications.
struct PermissionPoints: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Label(Strings.current.permissionPointAnswer, systemImage: "lock.iphone")
            Label(Strings.current.permissionPointQuiet, systemImage: "slider.horizontal.3")
            Label(Strings.current.permissionPointPrivate, systemImage: "hand.raised")
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}
#endif
