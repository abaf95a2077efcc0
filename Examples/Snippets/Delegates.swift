import BellhopApple
import UIKit

// snippet.application
final class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        try? ReminderApp.shared.launch(application)
        return true
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        ReminderApp.shared.application?.tokenArrived(deviceToken)
    }

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        ReminderApp.shared.application?.tokenFailed(error)
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        guard let bellhop = ReminderApp.shared.application else { return completionHandler(.failed) }
        bellhop.pushArrived(userInfo, completion: completionHandler)
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        completionHandler()
    }

    func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
        configuration.delegateClass = SceneDelegate.self
        return configuration
    }
}
// snippet.end

// snippet.scene
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        ReminderApp.shared.application?.connected(options)
    }

    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        ReminderApp.shared.application?.opened(contexts)
    }

    func sceneDidBecomeActive(_ scene: UIScene) { ReminderApp.shared.application?.becameActive() }
    func sceneDidEnterBackground(_ scene: UIScene) { ReminderApp.shared.application?.enteredBackground() }
}
// snippet.end
