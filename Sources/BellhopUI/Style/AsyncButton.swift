#if canImport(UIKit)
import SwiftUI

/// A button whose work takes time. It cannot be tapped again before that is done.
struct AsyncButton<Label: View>: View {
    var role: ButtonRole?
    let action: @MainActor () async -> Void
    @ViewBuilder let label: Label

    @State private var isBusy = false

    init(
        role: ButtonRole? = nil, action: @escaping @MainActor () async -> Void, @ViewBuilder label: () -> Label
    ) {
        self.role = role
        self.action = action
        self.label = label()
    }

    var body: some View {
        Button(role: role) {
            isBusy = true
            // Unstructured: what was tapped is done also when the screen closes meanwhile.
            Task {
                await action()
                isBusy = false
            }
        } label: {
            label
        }
        .disabled(isBusy)
    }
}
#endif
