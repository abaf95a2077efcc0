import BellhopApple
import BellhopKit
import UIKit
import UserNotifications

// snippet.options
final class ConfiguredDelegate: BellhopAppDelegate {
    override var configuration: BellhopConfiguration {
        var configuration = BellhopConfiguration.production(server: "https://bellhop.example.com")
        configuration.authorization = [.alert, .badge]
        configuration.refreshTask = "com.example.reminders.refresh"
        configuration.presentation = { notification, proposed in
            notification.payload.itemID == nil ? proposed : [.list, .badge]
        }
        return configuration
    }

    override func customize(_ ports: inout BellhopPorts) {
        ports.sync = { payload in payload.syncType == "reminders" ? .newData : .noData }
    }
}
// snippet.end

// snippet.subclass
final class OwnDelegate: BellhopAppDelegate, UNUserNotificationCenterDelegate {
    override var configuration: BellhopConfiguration { .production(server: "https://bellhop.example.com") }

    override func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // The app's own work at launch.
        super.application(application, didFinishLaunchingWithOptions: options)
    }

    // Called for notifications that are not Bellhop's.
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) { completionHandler([.banner]) }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) { completionHandler() }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {}
}
// snippet.end

// snippet.forward
final class ForwardingDelegate: UIResponder, UIApplicationDelegate {
    let bellhop = BellhopAppDelegate(.production(server: "https://bellhop.example.com"))

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        bellhop.application(application, didFinishLaunchingWithOptions: options)
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        bellhop.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    }

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        bellhop.application(application, didFailToRegisterForRemoteNotificationsWithError: error)
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        bellhop.application(
            application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: completionHandler)
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        bellhop.application(
            application, handleEventsForBackgroundURLSession: identifier, completionHandler: completionHandler)
    }

    func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        bellhop.application(application, configurationForConnecting: session, options: options)
    }
}
// snippet.end

// snippet.scene
final class SceneDelegate: BellhopSceneDelegate {
    override func sceneDidBecomeActive(_ scene: UIScene) {
        super.sceneDidBecomeActive(scene)
        // The app's own work.
    }
}
// snippet.end
