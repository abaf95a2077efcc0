#if canImport(UIKit)
public import SwiftUI
import UIKit

/// What the person wants to hear.
public struct SettingsScreen: View {
    @State private var model: SettingsModel
    @Environment(\.openURL) private var openURL
    private let app: AppModel
    private let debugging: AnyView?

    /// - Parameter debugging: a screen of debug builds to lead to; `nil` for none.
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
#endif
