import BellhopKit
import BellhopModel
import BellhopSimulators

extension PhoneScreen {
    /// The first button of that effect, newest notification first, and what it is on.
    ///
    /// - Parameter takesText: whether what is typed goes with it.
    func button(_ effect: ActionEffect, takesText: Bool) -> (CategoryAction, DeliveredNotification)? {
        for notification in notifications {
            let fitting = notification.actions.first { $0.effect == effect && ($0.textInput != nil) == takesText }
            if let fitting { return (fitting, notification) }
        }
        return nil
    }
}

extension SimulatedPhone {
    /// Presses the first button of that effect.
    ///
    /// - Returns: what came of it; `nil` when nothing that shows has such a button.
    func press(_ effect: ActionEffect, text: String? = nil) async -> Press? {
        guard let (action, notification) = screen.button(effect, takesText: text != nil) else { return nil }
        return await perform(action, on: notification, text: text) ? .done : .asksToUnlock
    }

    enum Press: Sendable { case done, asksToUnlock }
}
