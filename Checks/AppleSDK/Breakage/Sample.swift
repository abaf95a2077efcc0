// A small app's code in the way the adapters are written. `breakage` compiles it as it is, and then broken on purpose.

#if canImport(UIKit)
import Foundation
import UIKit
import UserNotifications

/// Not Sendable: only one thread at a time may hold it.
final class Tally {
    var count = 0
}

@MainActor
final class SampleDelegate: NSObject, UNUserNotificationCenterDelegate {
    let tally = Tally()

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) { completionHandler([.banner, .sound]) }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let action = response.actionIdentifier
        Task { @MainActor in
            self.record(action)
            completionHandler()
        }
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {}

    func record(_ action: String) { tally.count += 1 }

    func makeTally() async {
        let fresh = Tally()
        await Self.fill(fresh)
    }

    @concurrent
    nonisolated static func fill(_ tally: Tally) async { tally.count = 1 }

    func showSettings() async -> String {
        let settings = await UNUserNotificationCenter.current().notificationSettings()
        return switch settings.authorizationStatus {
        case .authorized, .provisional, .ephemeral: "on"
        case .denied: "off"
        case .notDetermined: "open"
        @unknown default: "open"
        }
    }

    func tap(on view: UIView) {
        if #available(iOS 17.5, *) {
            UINotificationFeedbackGenerator().notificationOccurred(.success, at: view.frame.origin)
        } else {
            UINotificationFeedbackGenerator().notificationOccurred(.success)
        }
    }
}
#endif
