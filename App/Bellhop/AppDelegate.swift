import BellhopApple
import UIKit

/// Hands what the system calls to ``BellhopApplication``, one line each.
final class AppDelegate: NSObject, UIApplicationDelegate {
    private var composition: Composition? { Composition.launch.attempt() }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Composition.launch.attempt()
        return true
    }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
        // A tap that launches the app stands in the scene's options, and only a scene's delegate sees them.
        configuration.delegateClass = SceneDelegate.self
        return configuration
    }

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        composition?.application.tokenArrived(deviceToken)
    }

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        composition?.application.tokenFailed(error)
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        guard let composition else { return completionHandler(.failed) }
        composition.application.pushArrived(userInfo, completion: completionHandler)
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        let isTaken = composition?.application.uploadsEnded(identifier, completion: completionHandler) ?? false
        if !isTaken { completionHandler() }
    }
}
