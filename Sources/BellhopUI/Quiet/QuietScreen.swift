#if canImport(UIKit)
public import SwiftUI

/// Quiet hours, the cap and what is muted.
public struct QuietScreen: View {
    @State private var model: QuietModel

    public init(in app: AppModel) { _model = State(initialValue: QuietModel(in: app)) }

    public var body: some View {
        QuietContent(
            quietHours: model.quietHours, cap: model.cap, muted: model.muted, problem: model.problem, set: model.set,
            step: model.step)
    }
}
#endif
