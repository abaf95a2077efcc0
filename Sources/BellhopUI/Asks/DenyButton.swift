#if canImport(UIKit)
import BellhopKit
import SwiftUI

/// A "no" with an instruction to the agent: asks for it first.
struct DenyButton: View {
    let title: String
    /// On the button that sends it.
    let confirmation: String
    /// What becomes of the instruction.
    let why: String
    @Binding var reason: String
    let deny: @MainActor () async -> Void

    @State private var isGivingReason = false

    var body: some View {
        Button(title) { isGivingReason = true }
            .frame(minHeight: 44)
            .alert(title, isPresented: $isGivingReason) {
                TextField(Strings.current.askReason, text: $reason)
                AsyncButton(role: .destructive, action: deny) { Text(verbatim: confirmation) }
                Button(Strings.current.screenCancel, role: .cancel) {}
            } message: {
                Text(verbatim: why)
            }
    }
}
#endif
