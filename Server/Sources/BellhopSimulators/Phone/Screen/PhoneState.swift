import BellhopKit
import BellhopModel

/// A phone as its system sees it, and the system's rules as a pure machine: something happens, and what follows for the
/// app is returned as effects, to be carried out in their order.
///
/// The rules are iOS's: Apple, *Handling notifications and notification-related actions* and *Pushing background
/// updates to your app*.
struct PhoneState: Sendable {
    /// What the owner sees.
    var screen: PhoneScreen
    /// What the phone does as soon as it is unlocked.
    private var waiting: NotificationResponse?

    /// What follows for the app.
    enum Effect: Hashable, Sendable {
        /// The app is started, in the background.
        case start
        /// The app is open and decides how this is shown.
        case present(DeliveredNotification)
        /// The app is given time in the background.
        case wake(PushPayload)
        case respond(NotificationResponse)
        case activate, deactivate
        case end
    }

    init(_ screen: PhoneScreen) { self.screen = screen }

    // MARK: Pushes

    /// - Parameter now: when the push arrives.
    mutating func arrive(_ push: DeliveredPush, at now: Timestamp) -> [Effect] {
        // The system drops what it cannot read.
        guard let payload = try? PushPayload(bytes: push.payload) else { return [] }
        switch push.headers.pushType ?? "alert" {
        case "background": return wake(payload)
        case "alert":
            let id = push.headers.collapseID ?? push.headers.id ?? ""
            let notification = DeliveredNotification(id: id, deliveredAt: now, payload: payload)
            return show(notification) + (payload.aps.contentAvailable ? wake(payload) : [])
        default: return []
        }
    }

    // MARK: Its own notifications

    /// How many the system keeps; the soonest stay (Apple, *UILocalNotification*).
    static let scheduleLimit = 64

    /// One with the same id is replaced.
    mutating func schedule(_ notification: PendingNotification) {
        let all = screen.scheduled.filter { $0.id != notification.id } + [notification]
        let sorted = all.sorted { ($0.next ?? .distantFuture, $0.id) < ($1.next ?? .distantFuture, $1.id) }
        screen.scheduled = Array(sorted.prefix(Self.scheduleLimit))
    }

    /// Shows what is due.
    mutating func fire(at now: Timestamp) -> [Effect] {
        let due = screen.scheduled.filter { $0.next.map { $0 <= now } ?? false }
        screen.scheduled.removeAll { due.contains($0) }
        return due.flatMap { pending -> [Effect] in
            if let trigger = pending.trigger, trigger.repeats, let next = try? trigger.next(after: now) {
                schedule(PendingNotification(id: pending.id, payload: pending.payload, trigger: trigger, next: next))
            }
            let notification = DeliveredNotification(id: pending.id, deliveredAt: now, payload: pending.payload)
            return screen.app == .foreground ? [.present(notification)] : show(notification)
        }
    }

    /// The app, being open, said how `notification` is to be shown.
    mutating func present(_ notification: DeliveredNotification, as presentation: ForegroundPresentation) {
        if presentation.contains(.badge), let badge = notification.payload.aps.badge { screen.badge = badge }
        if !presentation.isDisjoint(with: [.banner, .list]) { add(notification) }
    }

    /// An app that its owner has ended is not woken.
    private func wake(_ payload: PushPayload) -> [Effect] { screen.app == .killed ? [] : [.wake(payload)] }

    private mutating func show(_ notification: DeliveredNotification) -> [Effect] {
        guard screen.authorization == .authorized || screen.authorization == .provisional else { return [] }
        if screen.app == .foreground { return [.present(notification)] }
        if let badge = notification.payload.aps.badge { screen.badge = badge }
        add(notification)
        return []
    }

    /// Above the others. One with the same id is replaced.
    mutating func add(_ notification: DeliveredNotification) {
        remove([notification.id])
        screen.notifications.insert(notification, at: 0)
    }

    mutating func remove(_ ids: [String]) { screen.notifications.removeAll { ids.contains($0.id) } }

    // MARK: Its owner

    /// The owner presses a button of a notification.
    ///
    /// - Returns: `nil` when the phone asks to be unlocked first; nothing when the notification is gone.
    mutating func press(_ action: CategoryAction, on notification: DeliveredNotification, text: String?) -> [Effect]? {
        guard isShowing(notification) else { return [] }
        let response = NotificationResponse(to: notification, action.id, text: text)
        if screen.isLocked, !action.options.isDisjoint(with: [.authenticationRequired, .foreground]) {
            waiting = response
            screen.asksToUnlockFor = action
            return nil
        }
        return act(response, opensApp: action.options.contains(.foreground))
    }

    /// The owner taps the notification itself, and unlocks the phone if need be.
    mutating func tap(_ notification: DeliveredNotification) -> [Effect] {
        guard isShowing(notification) else { return [] }
        unlockOnly()
        return act(NotificationResponse(to: notification, .opened), opensApp: true)
    }

    /// The owner swipes it away. The app is told if the category wants that.
    mutating func dismiss(_ notification: DeliveredNotification) -> [Effect] {
        guard isShowing(notification) else { return [] }
        let category = notification.payload.aps.category.flatMap { CategoryCatalog[$0] }
        guard category?.options.contains(.customDismissAction) == true else {
            remove([notification.id])
            return []
        }
        return act(NotificationResponse(to: notification, .dismissed), opensApp: false)
    }

    mutating func lock() -> [Effect] {
        screen.isLocked = true
        forgetWaiting()
        return leaveApp()
    }

    mutating func unlock() -> [Effect] {
        let (response, action) = (waiting, screen.asksToUnlockFor)
        unlockOnly()
        guard let response, let action, isShowing(response.notification) else { return [] }
        return act(response, opensApp: action.options.contains(.foreground))
    }

    /// The owner opens the app, and unlocks the phone if need be.
    mutating func openApp() -> [Effect] {
        unlockOnly()
        let start: [Effect] = screen.app == .killed ? [.start] : []
        guard screen.app != .foreground else { return [] }
        screen.app = .foreground
        return start + [.activate]
    }

    mutating func leaveApp() -> [Effect] {
        guard screen.app == .foreground else { return [] }
        screen.app = .background
        return [.deactivate]
    }

    /// The system starts the app in the background.
    mutating func startApp() -> [Effect] {
        guard screen.app == .killed else { return [] }
        screen.app = .background
        return [.start]
    }

    mutating func kill() -> [Effect] {
        guard screen.app != .killed else { return [] }
        screen.app = .killed
        return [.end]
    }

    // MARK: What they have in common

    private func isShowing(_ notification: DeliveredNotification) -> Bool {
        screen.notifications.contains { $0.id == notification.id }
    }

    /// Whatever is done with a notification takes it away, and is told to the app before the app comes to the front.
    private mutating func act(_ response: NotificationResponse, opensApp: Bool) -> [Effect] {
        remove([response.notification.id])
        let start = startApp()
        return start + [.respond(response)] + (opensApp ? openApp() : [])
    }

    private mutating func unlockOnly() {
        screen.isLocked = false
        forgetWaiting()
    }

    private mutating func forgetWaiting() { (waiting, screen.asksToUnlockFor) = (nil, nil) }
}

extension Timestamp {
    fileprivate static let distantFuture = Timestamp(milliseconds: .max)
}
