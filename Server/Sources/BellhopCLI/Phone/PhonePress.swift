import BellhopKit
import BellhopModel
import BellhopSimulators

extension SimulatedPhone {
    /// Presses the first button of that effect, newest notification first.
    ///
    /// - Returns: what came of it; `nil` when nothing that shows has such a button.
    func press(_ effect: ActionEffect, text: String? = nil) async -> Press? {
        for notification in screen.notifications {
            let fitting = notification.actions.first { $0.effect == effect && ($0.textInput != nil) == (text != nil) }
            guard let action = fitting else { continue }
            return await perform(action, on: notification, text: text) ? .done : .asksToUnlock
        }
        return nil
    }

    enum Press: Sendable { case done, asksToUnlock }
}
