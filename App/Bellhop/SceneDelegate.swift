import BellhopApple
import UIKit

/// Hears what a scene was opened with, and when it comes and goes. The window is SwiftUI's.
final class SceneDelegate: NSObject, UIWindowSceneDelegate {
    private var composition: Composition? { Composition.launch.attempt() }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        composition?.open(composition?.application.connected(connectionOptions) ?? [])
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        composition?.open(composition?.application.opened(URLContexts) ?? [])
    }

    func sceneDidBecomeActive(_ scene: UIScene) { composition?.becameActive() }

    func sceneDidEnterBackground(_ scene: UIScene) { composition?.application.enteredBackground() }
}
