#if canImport(UIKit)
public import SwiftUI

/// Pairs the device with a server. The app owns the model: a link may be opened at any time.
public struct PairingScreen: View {
    @Bindable private var model: PairingModel

    public init(_ model: PairingModel) { _model = Bindable(model) }

    public var body: some View {
        PairingContent(
            step: model.step, problem: model.problem, registration: model.registration, canReview: model.canReview,
            address: $model.address, code: $model.code, name: $model.name, review: model.review, confirm: model.confirm,
            cancel: model.cancel, leave: model.leave)
    }
}
#endif
