#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import BellhopModel
import BellhopSystem
public import Foundation
public import UIKit
public import UserNotifications

/// What an app delegate and a scene delegate call when the system calls them, one line each.
///
/// ```swift
/// func application(_ application: UIApplication, didFinishLaunchingWithOptions …) -> Bool {
///     bellhop.launched(application)
///     return true
/// }
/// ```
///
/// Nothing is swizzled: what is not called here does not reach Bellhop, and what is stays visible in the app's code.
@MainActor
public final class BellhopApplication {
    public let bellhop: Bellhop
    /// The delegate of the notification center, which keeps no delegate alive itself.
    public let delegate: NotificationDelegate
    /// Fetches in the background from time to time; `nil` for an app that does not.
    public let refresh: BackgroundRefresh?

    private let uploads: BackgroundUploads?
    private let time: BackgroundTime
    private let clock: any ClockPort
    private let center: @MainActor () -> UNUserNotificationCenter

    /// How long a silent push may take. The system stops an app that takes 30 seconds.
    private static let pushLimit: Duration = .seconds(25)

    /// - Parameters:
    ///   - uploads: the same that the transport has, so that the system's news about them arrive.
    ///   - center: the notification center, for tests.
    public init(
        _ bellhop: Bellhop, uploads: BackgroundUploads? = nil, refresh: BackgroundRefresh? = nil,
        time: BackgroundTime = BackgroundTime(), clock: any ClockPort = SystemClock(),
        center: @escaping @MainActor () -> UNUserNotificationCenter = { .current() }
    ) {
        self.bellhop = bellhop
        self.uploads = uploads
        self.refresh = refresh
        self.time = time
        self.clock = clock
        self.center = center
        delegate = NotificationDelegate(bellhop, time: time)
    }

    // MARK: Launch

    /// `application(_:didFinishLaunchingWithOptions:)`. Nobody is asked for permission here.
    ///
    /// - Parameter isLate: the launch has ended already, because this object could not be made before the first unlock.
    ///   Background tasks are then registered at the next launch: to register them late ends the app.
    /// - Returns: who hears the notification center now.
    @discardableResult
    public func launched(_ application: UIApplication, isLate: Bool = false) -> DelegateOwner {
        let owner = delegate.install(in: center())
        if !isLate { refresh?.register() }
        // At every launch: the token may be another, and needs no permission.
        application.registerForRemoteNotifications()
        return owner
    }

    /// Who hears the notification center now, for a screen that says why taps go nowhere.
    public var delegateOwner: DelegateOwner { delegate.owner(of: center()) }

    /// `scene(_:willConnectTo:options:)`: the tap or the link that launched the app stands here, and may stand nowhere
    /// else.
    ///
    /// - Returns: the links that are not Bellhop's.
    @discardableResult
    public func connected(_ options: UIScene.ConnectionOptions) -> [URL] {
        if let response = options.notificationResponse { delegate.connected(NotificationResponse(response)) }
        return opened(options.urlContexts)
    }

    /// `scene(_:openURLContexts:)`.
    ///
    /// - Returns: the links that are not Bellhop's, such as one that pairs.
    @discardableResult
    public func opened(_ contexts: Set<UIOpenURLContext>) -> [URL] { contexts.map(\.url).filter { !opened($0) } }

    /// `onOpenURL`.
    ///
    /// - Returns: whether it is one of Bellhop's and leads somewhere.
    @discardableResult
    public func opened(_ link: URL) -> Bool {
        guard let route = Route(link: link.absoluteString) else { return false }
        start { [bellhop] in await bellhop.opened(route) }
        return true
    }

    // MARK: The front

    /// `sceneDidBecomeActive(_:)`.
    public func becameActive() { start { [bellhop] in await bellhop.becameActive() } }

    /// `sceneDidEnterBackground(_:)`: the last chance to send what waits before the system stops the app.
    public func enteredBackground() {
        // The simulator has no scheduler, and a person may have switched background refresh off: nothing to do then.
        try? refresh?.submit()
        let hold = time.begin("dev.bellhop.background") {}
        start { [bellhop] in
            await bellhop.enteredBackground()
            await bellhop.sendWaiting()
            await hold.end()
        }
    }

    // MARK: Pushes

    /// `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
    public func tokenArrived(_ token: Data) {
        let bytes = Array(token)
        start { [bellhop] in await bellhop.tokenArrived(bytes) }
    }

    /// `application(_:didFailToRegisterForRemoteNotificationsWithError:)`.
    public func tokenFailed(_ error: any Error) {
        let message = error.localizedDescription
        start { [bellhop] in await bellhop.tokenFailed(message) }
    }

    /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`. Calls back once, when the work is done or
    /// its time is over.
    public func pushArrived(
        _ userInfo: [AnyHashable: Any], completion: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        let completion = CompletionOnce<UIBackgroundFetchResult>(otherwise: .failed) { completion($0) }
        let payload = PushPayload(userInfo: userInfo)
        start { [bellhop, clock] in
            await withTaskGroup(of: UIBackgroundFetchResult.self) { group in
                group.addTask { UIBackgroundFetchResult(await bellhop.pushArrived(payload)) }
                group.addTask {
                    try? await clock.sleep(until: clock.now + Self.pushLimit)
                    return .failed
                }
                // Before the rest is waited for: it may be slow to see that nobody wants it.
                completion.call(await group.next() ?? .failed)
                group.cancelAll()
            }
        }
    }

    /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
    ///
    /// - Returns: whether the session is Bellhop's; if not, `completion` is not called.
    @discardableResult
    public func uploadsEnded(_ identifier: String, completion: @escaping () -> Void) -> Bool {
        guard let uploads, uploads.owns(identifier) else { return false }
        let completion = CompletionOnce(otherwise: ()) { completion() }
        start { [bellhop] in
            await uploads.ended(identifier)
            // The server has the answer, or it is too late: to ask is to learn which.
            await bellhop.sendWaiting()
            completion.call(())
        }
        return true
    }

    private func start(_ work: @escaping @Sendable () async -> Void) {
        // Unstructured: the system calls, and does not wait.
        Task { await work() }
    }
}

extension UIBackgroundFetchResult {
    init(_ result: BackgroundResult) {
        self =
            switch result {
            case .newData: .newData
            case .noData: .noData
            case .failed: .failed
            }
    }
}
#endif
