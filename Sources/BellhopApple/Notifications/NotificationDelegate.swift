#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import BellhopModel
import BellhopSystem
public import Foundation
public import UserNotifications

/// The delegate of the notification center: turns each call into a value, hands it to ``Bellhop``, and calls back
/// exactly once, on the main thread, when the work is done.
///
/// What is not Bellhop's goes to the app's own delegate, if it has one, as the system would have called it. Each
/// notification has one owner, so that nothing is handled twice.
///
/// These are the forms with completion handlers on purpose: the asynchronous ones call back off the main thread, where
/// UIKit may trap.
public final class NotificationDelegate: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
    private let bellhop: Bellhop
    private let time: BackgroundTime
    private let lock = NSLock()
    // Guarded by `lock`.
    private weak var follower: (any UNUserNotificationCenterDelegate)?

    public init(_ bellhop: Bellhop, time: BackgroundTime = BackgroundTime()) {
        self.bellhop = bellhop
        self.time = time
        super.init()
    }

    /// Takes the place of the delegate; whoever had it is called for what is not Bellhop's. To be called before the
    /// launch ends, or the tap that launched the app is lost.
    ///
    /// - Returns: who hears the center now.
    @discardableResult
    public func install(in center: UNUserNotificationCenter = .current()) -> DelegateOwner {
        if let present = center.delegate, present !== self { follow(present) }
        center.delegate = self
        return owner(of: center)
    }

    /// Calls `host` for what is not Bellhop's. It is not kept alive.
    public func follow(_ host: any UNUserNotificationCenterDelegate) { lock.withLock { follower = host } }

    /// Who hears the center now.
    public func owner(of center: UNUserNotificationCenter = .current()) -> DelegateOwner {
        guard let present = center.delegate else { return .nobody }
        guard present === self else { return .other(String(reflecting: type(of: present))) }
        return host.map { .bellhopBefore(String(reflecting: type(of: $0))) } ?? .bellhop
    }

    // MARK: What the system calls

    public func userNotificationCenter(
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
        start { [bellhop] in
            let presentation = await bellhop.notificationArrived(arrived)
            completion.call(UNNotificationPresentationOptions(rawValue: presentation.rawValue))
        }
    }

    public func userNotificationCenter(
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

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {
        let isBellhops = notification.map { DeliveredNotification($0).isBellhops } ?? false
        if !isBellhops, let open: Opening = host?.userNotificationCenter(_:openSettingsFor:) {
            return open(center, notification)
        }
        start { [bellhop] in await bellhop.settingsRequested() }
    }

    // MARK: Inside

    /// A scene was connected by a tap: the same response may come to ``userNotificationCenter(_:didReceive:withCompletionHandler:)``
    /// as well, and counts once.
    func connected(_ tap: NotificationResponse) {
        guard tap.notification.isBellhops || host == nil else { return }
        start { await self.respond(tap, CompletionOnce(otherwise: ()) {}) }
    }

    private func start(_ work: @escaping @Sendable () async -> Void) {
        // Unstructured: the system calls, and learns of the end by its completion handler.
        Task { await work() }
    }

    private func respond(_ tap: NotificationResponse, _ completion: CompletionOnce<Void>) async {
        // When the time is over, what is not sent is in the journal, and the system must be told all the same.
        let hold = await time.begin("dev.bellhop.response") { completion.call(()) }
        await bellhop.responded(tap)
        completion.call(())
        await hold.end()
    }

    private var host: (any UNUserNotificationCenterDelegate)? { lock.withLock { follower } }

    // The methods of a host's delegate may be missing. As values of these types they are optional wherever the protocol
    // comes from.
    private typealias Presenting = (
        UNUserNotificationCenter, UNNotification, @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) -> Void
    private typealias Receiving = (UNUserNotificationCenter, UNNotificationResponse, @escaping @Sendable () -> Void) ->
        Void
    private typealias Opening = (UNUserNotificationCenter, UNNotification?) -> Void
}
#endif
