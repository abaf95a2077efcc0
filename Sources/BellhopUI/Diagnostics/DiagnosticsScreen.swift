#if canImport(UIKit)
public import SwiftUI

/// Why does nothing come, and why are there no buttons.
public struct DiagnosticsScreen: View {
    @State private var model: DiagnosticsModel

    /// - Parameters: as in ``DiagnosticsModel/init(in:about:delegateOwner:)``.
    public init(in app: AppModel, about: String, delegateOwner: @escaping @MainActor () -> String?) {
        _model = State(initialValue: DiagnosticsModel(in: app, about: about, delegateOwner: delegateOwner))
    }

    public var body: some View {
        DiagnosticsContent(lines: model.lines, devices: model.devices, text: model.text, load: model.load)
            .task { await model.load() }
    }
}
#endif
