#if canImport(UIKit)
public import SwiftUI
import UIKit

/// Says why notifications are wanted, before the system asks.
public struct PermissionScreen: View {
    @State private var model: PermissionModel
    @Environment(\.openURL) private var openURL

    public init(in app: AppModel) { self.init(PermissionModel(in: app)) }

    /// - Parameter model: shared with whoever offers the screen.
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
#endif
