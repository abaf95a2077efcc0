#if canImport(UIKit) && !os(watchOS)
// An app imports BellhopApple alone.
@_exported public import BellhopKit
@_exported public import BellhopModel
@_exported public import BellhopSystem
public import Foundation
import Observation
public import UIKit
public import UserNotifications

/// The app delegate of an app that links Bellhop. Subclass it, and return the app's ``configuration``:
///
/// ```swift
/// final class AppDelegate: BellhopAppDelegate {
///     override var configuration: BellhopConfiguration { .production(server: "https://bellhop.example.com") }
/// }
/// ```
///
/// SwiftUI creates it by `@UIApplicationDelegateAdaptor`. Nothing is swizzled. An app whose delegate has another
/// superclass creates a `BellhopAppDelegate` at launch and forwards each call to the method of the same name. A
/// delegate that the app has set for the notification center keeps receiving the notifications that are not Bellhop's.
@MainActor
open class BellhopAppDelegate: UIResponder, UIApplicationDelegate {
    /// The delegate of this process, used by ``BellhopSceneDelegate`` and the view modifiers: SwiftUI hides the app's
    /// delegate behind one of its own.
    public private(set) static weak var current: BellhopAppDelegate?

    private let given: BellhopConfiguration
    private lazy var launch = Launch<BellhopRuntime> { [unowned self] in
        try makeRuntime()
    } begin: { [unowned self] runtime, isLate in
        if let own = self as? any UNUserNotificationCenterDelegate { runtime.notifications.follow(own) }
        runtime.start(.shared, isLate: isLate)
        didStart(runtime.bellhop)
    }

    /// Creates the delegate of a subclass that overrides ``configuration``.
    public override init() {
        given = .serverChosenByUser()
        super.init()
        Self.current = self
    }

    /// Creates a delegate to forward to, for an app whose own delegate has another superclass.
    public init(_ configuration: BellhopConfiguration) {
        given = configuration
        super.init()
        Self.current = self
    }

    // MARK: To override

    /// The app's settings. By default the user chooses the server.
    open var configuration: BellhopConfiguration { given }

    /// Replaces some of the system's services before Bellhop starts, such as ``BellhopPorts/sync`` or
    /// ``BellhopPorts/changes``. Does nothing by default.
    open func customize(_ ports: inout BellhopPorts) {}

    /// Called once, when Bellhop has started. Does nothing by default.
    open func didStart(_ bellhop: Bellhop) {}

    /// Called with the opened links that lead to no ``Route``, such as pairing links. Does nothing by default.
    open func didOpen(_ links: [URL]) {}

    /// Creates the running parts; tests replace it.
    func makeRuntime() throws -> BellhopRuntime {
        try BellhopRuntime(configuration, customizing: customize)
    }

    // MARK: The app's access

    /// The running Bellhop; `nil` before the launch, and when it could not start (``startError``). Observable.
    public var bellhop: Bellhop? { (try? launch.outcome?.get())?.bellhop }

    /// The reason why Bellhop could not start, such as ``AppGroupMissing``. It is started again at the system's next
    /// call: before the first unlock no file can be created. Observable.
    public var startError: (any Error)? {
        if case .failure(let error) = launch.outcome { error } else { nil }
    }

    /// Asks the user for permission to notify, with ``BellhopConfiguration/authorization``. The system asks once; later
    /// calls return the user's choice.
    ///
    /// - Returns: `nil` when Bellhop has not started.
    @discardableResult
    public func requestAuthorization() async -> AuthorizationState? {
        await launch.attempt()?.bellhop.requestAuthorization(configuration.authorization)
    }

    /// The identity that the device registers with, including the server and the name that the user chose.
    public var identity: AppIdentity { launch.attempt()?.identity ?? configuration.identity }

    /// Stores the server and the device name that the user chose, for the next launch and for the extensions. Has no
    /// effect when ``BellhopConfiguration/server`` names one.
    public func remember(_ identity: AppIdentity) { launch.attempt()?.remember(identity) }

    /// The object that receives the notification center's calls. Explains taps without effect.
    public var delegateOwner: DelegateOwner { launch.attempt()?.delegateOwner ?? .missing }

    /// Opens a link, as `onOpenURL` reports it. Links that lead to no ``Route`` are passed to ``didOpen(_:)``.
    public func open(_ link: URL) {
        guard let runtime = launch.attempt() else { return }
        if !runtime.opened(link) { didOpen([link]) }
    }

    /// The delegate that Bellhop installs in the notification center, for an app that installs its own delegate later
    /// and forwards to this one. A delegate that is installed before the launch, and a subclass of `BellhopAppDelegate`
    /// that conforms to `UNUserNotificationCenterDelegate`, receive the notifications that are not Bellhop's without
    /// any call.
    public var notificationDelegate: (any UNUserNotificationCenterDelegate)? { launch.attempt()?.notifications }

    // MARK: UIApplicationDelegate

    open func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        launch.attempt()
        return true
    }

    open func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
        // The tap that launches the app is among the scene's options, which only the scene's delegate receives.
        configuration.delegateClass = BellhopSceneDelegate.self
        return configuration
    }

    open func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { launch.attempt()?.tokenArrived(deviceToken) }

    open func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { launch.attempt()?.tokenFailed(error) }

    /// Calls `completionHandler` once, within 25 seconds.
    open func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        guard let runtime = launch.attempt() else { return completionHandler(.failed) }
        runtime.pushArrived(userInfo, completion: completionHandler)
    }

    /// Calls `completionHandler` also for a session that is not Bellhop's: an app with background sessions of its own
    /// overrides this, and calls `super` for the others.
    open func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        let isOurs = launch.attempt()?.uploadsEnded(identifier, completion: completionHandler) ?? false
        if !isOurs { completionHandler() }
    }

    // MARK: Scenes

    /// Handles the options of a new scene; ``BellhopSceneDelegate`` calls it.
    open func sceneConnected(_ options: UIScene.ConnectionOptions) {
        let others = launch.attempt()?.connected(options) ?? []
        if !others.isEmpty { didOpen(others) }
    }

    open func sceneBecameActive() { launch.attempt()?.becameActive() }

    open func sceneEnteredBackground() { launch.attempt()?.enteredBackground() }
}

/// The scene delegate that ``BellhopAppDelegate`` gives the app's scenes. An app with its own scene delegate
/// subclasses it, or forwards to the ``BellhopAppDelegate``.
@MainActor
open class BellhopSceneDelegate: UIResponder, UIWindowSceneDelegate {
    open func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) { BellhopAppDelegate.current?.sceneConnected(connectionOptions) }

    open func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        for context in URLContexts { BellhopAppDelegate.current?.open(context.url) }
    }

    open func sceneDidBecomeActive(_ scene: UIScene) { BellhopAppDelegate.current?.sceneBecameActive() }

    open func sceneDidEnterBackground(_ scene: UIScene) { BellhopAppDelegate.current?.sceneEnteredBackground() }
}

/// A value made once for the process, as soon as it can be made: the system may launch the app before the first unlock,
/// when no file can be created.
@Observable @MainActor
final class Launch<Value> {
    /// The outcome of the last attempt; `nil` before the first.
    private(set) var outcome: Result<Value, any Error>?
    @ObservationIgnored private let make: @MainActor () throws -> Value
    @ObservationIgnored private let begin: @MainActor (Value, _ isLate: Bool) -> Void

    /// - Parameter begin: called once with the value; `isLate` when an attempt failed before.
    init(
        make: @escaping @MainActor () throws -> Value, begin: @escaping @MainActor (Value, _ isLate: Bool) -> Void
    ) {
        self.make = make
        self.begin = begin
    }

    /// Returns the value, after another attempt when there is none yet.
    @discardableResult
    func attempt() -> Value? {
        if case .success(let value) = outcome { return value }
        let isLate = outcome != nil
        let next = Result { try make() }
        outcome = next
        guard case .success(let value) = next else { return nil }
        begin(value, isLate)
        return value
    }
}
#endif
