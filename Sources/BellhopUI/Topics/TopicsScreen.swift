#if canImport(UIKit)
public import SwiftUI

/// The topics that the person subscribes to.
public struct TopicsScreen: View {
    @State private var model: TopicsModel

    public init(in app: AppModel) { _model = State(initialValue: TopicsModel(in: app)) }

    public var body: some View {
        TopicsContent(
            topics: model.topics, loading: model.loading, problem: model.problem, name: $model.name, load: model.load,
            subscribe: model.subscribe, unsubscribe: model.unsubscribe
        )
        .task { await model.load() }
    }
}
#endif
