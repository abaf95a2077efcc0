#if canImport(UIKit)
public import SwiftUI

/// What the person was told.
public struct HistoryScreen: View {
    @State private var model: HistoryModel

    public init(in app: AppModel) { _model = State(initialValue: HistoryModel(in: app)) }

    public var body: some View {
        HistoryContent(
            rows: model.rows, loading: model.loading, isComplete: model.isComplete, load: model.load,
            loadMore: model.loadMore, open: model.open, problem: model.problem, clearAll: model.clearAll
        )
        .task { await model.load() }
    }
}
#endif
