import BellhopKit
import BellhopModel

/// The state machine of a phone's operating system. Pure: an event goes in, and effects for the app come out, to be
/// carried out in order.
///
/// The rules are those of iOS (Apple, *Handling notifications and notification-related actions* and *Pushing background
/// updates to your app*).
struct PhoneState: Sendable {
    /// The visible state.
    var screen: PhoneScreen
    /// The response to deliver when the phone is unlocked.
    private var waiting: NotificationResponse?

    /// The effects for the app.
    enum Effect: Hashable, Sendable {
        /// Start the app in the background.
        case start
        /// Let the open app decide how to present the notification.
        case present(DeliveredNotification)
        /// Give the app background time.
        case wake(PushPayload)
        case respond(NotificationResponse)
        case activate, deactivate
        case end
    }

    init(_ screen: PhoneScreen) { self.screen = screen }

    // MARK: Pushes

    /// - Parameter now: The time of arrival.
    mutating func arrive(_ push: DeliveredPush, at now: Timestamp) -> [Effect] {
        // The system drops malformed payloads.
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

    // MARK: Local notifications

    /// The maximum number of scheduled notifications; the earliest are kept (Apple, *UILocalNotification*).
    static let scheduleLimit = 64

    /// Schedules a notification, replacing one with the same id.
    mutating func schedule(_ notification: PendingNotification) {
        let all = screen.scheduled.filter { $0.id != notification.id } + [notification]
        let sorted = all.sorted { ($0.next ?? .distantFuture, $0.id) < ($1.next ?? .distantFuture, $1.id) }
        screen.scheduled = Array(sorted.prefix(Self.scheduleLimit))
    }

    /// Shows the scheduled notifications that are due.
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

    /// Applies the open app's choice of presentation.
    mutating func present(_ notification: DeliveredNotification, as presentation: ForegroundPresentation) {
        if presentation.contains(.badge), let badge = notification.payload.aps.badge { screen.badge = badge }
        if !presentation.isDisjoint(with: [.banner, .list]) { add(notification) }
    }

    /// An app that the user has killed is not woken.
    private func wake(_ payload: PushPayload) -> [Effect] { screen.app == .killed ? [] : [.wake(payload)] }

    private mutating func show(_ notification: DeliveredNotification) -> [Effect] {
        guard screen.authorization == .authorized || screen.authorization == .provisional else { return [] }
        if screen.app == .foreground { return [.present(notification)] }
        if let badge = notification.payload.aps.badge { screen.badge = badge }
        add(notification)
        return []
    }

    /// Adds a notification above the others, replacing one with the same id.
    mutating func add(_ notification: DeliveredNotification) {
        remove([notification.id])
        screen.notifications.insert(notification, at: 0)
    }

    mutating func remove(_ ids: [String]) { screen.notifications.removeAll { ids.contains($0.id) } }

    // MARK: The user

    /// The user presses a button of a notification.
    ///
    /// - Returns: `nil` when the phone must be unlocked first; no effects when the notification is gone.
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

    /// The user taps the notification, and unlocks the phone if needed.
    mutating func tap(_ notification: DeliveredNotification) -> [Effect] {
        guard isShowing(notification) else { return [] }
        unlockOnly()
        return act(NotificationResponse(to: notification, .opened), opensApp: true)
    }

    /// The user dismisses the notification. The app is notified if the category requests that.
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
        clearWaiting()
        return leaveApp()
    }

    mutating func unlock() -> [Effect] {
        let (response, action) = (waiting, screen.asksToUnlockFor)
        unlockOnly()
        guard let response, let action, isShowing(response.notification) else { return [] }
        return act(response, opensApp: action.options.contains(.foreground))
    }

    /// The user opens the app, and unlocks the phone if needed.
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

    // MARK: Shared steps

    private func isShowing(_ notification: DeliveredNotification) -> Bool {
        screen.notifications.contains { $0.id == notification.id }
    }

    /// Every action removes the notification, and is delivered to the app before the app becomes active.
    private mutating func act(_ response: NotificationResponse, opensApp: Bool) -> [Effect] {
        remove([response.notification.id])
        let start = startApp()
        return start + [.respond(response)] + (opensApp ? openApp() : [])
    }

    private mutating func unlockOnly() {
        screen.isLocked = false
        clearWaiting()
    }

    private mutating func clearWaiting() { (waiting, screen.asksToUnlockFor) = (nil, nil) }
}

extension Timestamp {
    fileprivate static let distantFuture = Timestamp(milliseconds: .max)
}
