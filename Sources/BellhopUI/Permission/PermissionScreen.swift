#if canImport(UIKit)
public import SwiftUI
import UIKit

/// Says why notifications are wanted, before the system asks.
public struct PermissionScreen: View {
    @State private var model: PermissionModel
    @Environment(\.openURL) private var openURL

    public init(in app: AppModel) { _model = State(initialValue: PermissionModel(in: app)) }

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
#endif
