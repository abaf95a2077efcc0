#if canImport(UIKit)
import BellhopKit
public import SwiftUI

/// The agents' sessions.
public struct SessionsScreen: View {
    @State private var model: SessionsModel
    private let app: AppModel

    public init(in app: AppModel) {
        self.app = app
        _model = State(initialValue: SessionsModel(in: app))
    }

    public var body: some View {
        SessionsContent(
            rows: model.rows, loading: model.loading, load: model.load,
            open: { app.navigator[.sessions].append(.session($0.id, .look)) }
        )
        .task { await model.load() }
    }
}
#endif
