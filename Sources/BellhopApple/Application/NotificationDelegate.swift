#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation
import UserNotifications

/// The object that receives the notification center's calls. The center has one delegate, the last that was set.
public enum DelegateOwner: Hashable, Sendable {
    /// There is no delegate, and every tap is lost.
    case missing
    case bellhop
    /// Bellhop, which forwards other notifications to an object of this type.
    case bellhopBefore(String)
    /// An object of this type, set after Bellhop's delegate, which therefore receives nothing.
    case other(String)
}

/// The delegate of the notification center: passes each call to ``Bellhop`` as a value, and calls back exactly once, on
/// the main thread, when the work is done.
///
/// A notification that is not Bellhop's goes to the app's own delegate, if there is one, and to no other.
///
/// The methods are those with completion handlers: the asynchronous ones call back off the main thread, where UIKit may
/// trap.
final class NotificationDelegate: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
    private let bellhop: Bellhop
    private let time: BackgroundTime
    private let lock = NSLock()
    // Guarded by `lock`.
    private weak var follower: (any UNUserNotificationCenterDelegate)?
    private let presentation: BellhopConfiguration.Presentation?

    /// - Parameter presentation: see ``BellhopConfiguration/presentation``.
    init(
        _ bellhop: Bellhop, time: BackgroundTime = BackgroundTime(),
        presentation: BellhopConfiguration.Presentation? = nil
    ) {
        self.bellhop = bellhop
        self.time = time
        self.presentation = presentation
        super.init()
    }

    /// Replaces the center's delegate. The former delegate then receives the notifications that are not Bellhop's.
    ///
    /// Must be called before the launch ends: otherwise the tap that launched the app is lost.
    @discardableResult
    func install(in center: UNUserNotificationCenter) -> DelegateOwner {
        if let present = center.delegate, present !== self { follow(present) }
        center.delegate = self
        return owner(of: center)
    }

    /// Forwards notifications that are not Bellhop's to `host`, which is referenced weakly.
    func follow(_ host: any UNUserNotificationCenterDelegate) { lock.withLock { follower = host } }

    func owner(of center: UNUserNotificationCenter) -> DelegateOwner {
        guard let present = center.delegate else { return .missing }
        guard present === self else { return .other(String(reflecting: type(of: present))) }
        return host.map { .bellhopBefore(String(reflecting: type(of: $0))) } ?? .bellhop
    }

    // MARK: UNUserNotificationCenterDelegate

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        let completion = CompletionOnce(otherwise: []) { completionHandler($0) }
        let arrived = DeliveredNotification(notification)
        if !arrived.isBellhops,
            let present: Presenting = host?.userNotificationCenter(_:willPresent:withCompletionHandler:)
        {
            return present(center, notification) { completion.call($0) }
        }
        start { [bellhop, presentation] in
            let proposed = await bellhop.notificationArrived(arrived)
            let chosen = await presentation?(arrived, proposed) ?? proposed
            completion.call(UNNotificationPresentationOptions(rawValue: chosen.rawValue))
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let completion = CompletionOnce(otherwise: ()) { completionHandler() }
        let tap = NotificationResponse(response)
        if !tap.notification.isBellhops,
            let receive: Receiving = host?.userNotificationCenter(_:didReceive:withCompletionHandler:)
        {
            return receive(center, response) { completion.call(()) }
        }
        start { await self.respond(tap, completion) }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {
        let isBellhops = notification.map { DeliveredNotification($0).isBellhops } ?? false
        if !isBellhops, let open: Opening = host?.userNotificationCenter(_:openSettingsFor:) {
            return open(center, notification)
        }
        start { [bellhop] in await bellhop.settingsRequested() }
    }

    // MARK: Scenes

    /// Handles the tap that a scene was connected with. The center may report the same response, which counts once.
    func connected(_ tap: NotificationResponse) {
        guard tap.notification.isBellhops || host == nil else { return }
        start { await self.respond(tap, CompletionOnce(otherwise: ()) {}) }
    }

    private func start(_ work: @escaping @Sendable () async -> Void) {
        // Unstructured: the system calls and does not wait; the completion handler reports the end.
        Task { await work() }
    }

    private func respond(_ tap: NotificationResponse, _ completion: CompletionOnce<Void>) async {
        // When the time is over, the answer is in the journal, and the completion handler must still be called.
        let hold = await time.begin("dev.bellhop.response") { completion.call(()) }
        await bellhop.responded(tap)
        completion.call(())
        await hold.end()
    }

    private var host: (any UNUserNotificationCenterDelegate)? { lock.withLock { follower } }

    // A host may lack these methods: on Apple platforms they are optional, and in the stubs they are not. As values of
    // these types they are optional in both.
    private typealias Presenting = (
        UNUserNotificationCenter, UNNotification, @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) -> Void
    private typealias Receiving = (UNUserNotificationCenter, UNNotificationResponse, @escaping @Sendable () -> Void) ->
        Void
    private typealias Opening = (UNUserNotificationCenter, UNNotification?) -> Void
}
#endif
