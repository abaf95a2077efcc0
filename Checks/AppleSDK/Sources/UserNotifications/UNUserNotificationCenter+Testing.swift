// The rules of the center in memory, from the pages named in UNUserNotificationCenter.swift, and the actions of the
// system
// and the user, for `@_spi(Testing) import UserNotifications`.

extension UNUserNotificationCenter {
    struct State {
        var settings = UNNotificationSettings.Values()
        var categories: Set<UNNotificationCategory> = []
        var pending: [UNNotificationRequest] = []
        var delivered: [UNNotification] = []
        var badge = 0
        var person = Person.allows
        var prompts: [UNAuthorizationOptions] = []
        var now: Date?
        /// The number of repeated calls of a completion handler.
        var repeatedCompletions = 0
    }

    /// The maximum number of pending requests; of more, the system keeps the soonest.
    static let pendingLimit = 64

    func locked<T>(_ body: (inout State) throws -> T) rethrows -> T {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }

    /// The user is asked once; a provisional permission is granted without asking.
    func ask(for options: UNAuthorizationOptions) throws -> Bool {
        try locked { state in
            let before = state.settings.authorizationStatus
            guard before == .notDetermined || (before == .provisional && !options.contains(.provisional)) else {
                return before != .denied
            }
            if case .failure(let error) = state.person { throw error }
            state.settings.providesAppNotificationSettings = options.contains(.providesAppNotificationSettings)
            if options.contains(.provisional) {
                state.settings.authorizationStatus = .provisional
                return true
            }
            state.prompts.append(options)
            guard case .allows = state.person else {
                state.settings.authorizationStatus = .denied
                return false
            }
            state.settings.authorizationStatus = .authorized
            state.settings.alert = options.contains(.alert) ? .enabled : .notSupported
            state.settings.sound = options.contains(.sound) ? .enabled : .notSupported
            state.settings.badge = options.contains(.badge) ? .enabled : .notSupported
            return true
        }
    }

    func take(_ request: UNNotificationRequest) throws {
        let shown: UNNotification? = try locked { state in
            let status = state.settings.authorizationStatus
            guard status != .denied, status != .notDetermined else { throw UNError(.notificationsNotAllowed) }
            let content = request.content
            guard
                !content.title.isEmpty || !content.subtitle.isEmpty || !content.body.isEmpty || content.badge != nil
                    || content.sound != nil || !content.attachments.isEmpty
            else { throw UNError(.notificationInvalidNoContent) }
            let now = state.now ?? Date()
            state.pending.removeAll { $0.identifier == request.identifier }
            guard let trigger = request.trigger else {
                return Self.show(request, at: now, in: &state)
            }
            guard trigger.next(after: now) != nil else { throw UNError(.notificationInvalidNoDate) }
            state.pending.append(request)
            if state.pending.count > Self.pendingLimit {
                let times = state.pending.map { $0.trigger?.next(after: now) ?? .distantFuture }
                if let last = times.indices.max(by: { times[$0] < times[$1] }) { state.pending.remove(at: last) }
            }
            return nil
        }
        if let shown { present(shown) }
    }

    func mark(_ count: Int) throws {
        try locked { state in
            guard count >= 0 else { throw UNError(.badgeInputInvalid) }
            guard state.settings.authorizationStatus != .denied, state.settings.authorizationStatus != .notDetermined
            else { throw UNError(.notificationsNotAllowed) }
            state.badge = count
        }
    }

    static func show(_ request: UNNotificationRequest, at date: Date, in state: inout State) -> UNNotification {
        let notification = UNNotification(request: request, date: date)
        state.delivered.removeAll { $0.request.identifier == request.identifier }
        state.delivered.insert(notification, at: 0)
        if let badge = request.content.badge { state.badge = badge.intValue }
        return notification
    }

    /// Calls the delegate, as the system does while the app is in front, without waiting for its answer.
    func present(_ notification: UNNotification) {
        delegate?.userNotificationCenter(self, willPresent: notification) { _ in }
    }
}

@_spi(Testing)
extension UNUserNotificationCenter {
    /// The user's answer to the permission question.
    public enum Person: Sendable {
        case allows, refuses
        /// The system could not ask.
        case failure(any Error)
    }
}

/// The center of `current()`: that of the running test, or one for the whole process.
enum CurrentCenter {
    struct Held: @unchecked Sendable {
        // The center's state is guarded by its lock.
        let center: UNUserNotificationCenter
    }
    @TaskLocal static var value: Held?
    static let shared = Held(center: UNUserNotificationCenter(state: .init()))
}

@_spi(Testing)
extension UNUserNotificationCenter {
    /// Runs `body` with a new center, which is `current()` there and in the tasks it starts (not in detached ones).
    nonisolated(nonsending) public static func withCenter<T>(
        _ body: nonisolated(nonsending) (UNUserNotificationCenter) async throws -> T
    ) async rethrows -> T {
        let held = CurrentCenter.Held(center: UNUserNotificationCenter(state: .init()))
        return try await CurrentCenter.$value.withValue(held) { try await body(held.center) }
    }

    public static func made() -> UNUserNotificationCenter { UNUserNotificationCenter(state: .init()) }

    public var settings: UNNotificationSettings.Values {
        get { locked { $0.settings } }
        set { locked { $0.settings = newValue } }
    }
    public var person: Person {
        get { locked { $0.person } }
        set { locked { $0.person = newValue } }
    }
    /// The center's clock; the wall clock when `nil`.
    public var now: Date? {
        get { locked { $0.now } }
        set { locked { $0.now = newValue } }
    }
    /// The requested options of each time that the user was asked.
    public var prompts: [UNAuthorizationOptions] { locked { $0.prompts } }
    public var categories: Set<UNNotificationCategory> { locked { $0.categories } }
    public var pending: [UNNotificationRequest] { locked { $0.pending } }
    public var delivered: [UNNotification] { locked { $0.delivered } }
    public var badge: Int { locked { $0.badge } }
    public var repeatedCompletions: Int { locked { $0.repeatedCompletions } }

    /// A push arrives while the app is not in front.
    @discardableResult
    public func arrive(_ content: UNNotificationContent, id: String) -> UNNotification {
        let request = UNNotificationRequest(
            identifier: id, content: content, trigger: UNPushNotificationTrigger.made())
        return locked { Self.show(request, at: $0.now ?? Date(), in: &$0) }
    }

    /// A push arrives while the app is in front.
    ///
    /// - Returns: how the delegate wants it shown; nothing when there is no delegate.
    nonisolated(nonsending) public func arriveInFront(
        _ content: UNNotificationContent, id: String
    ) async -> UNNotificationPresentationOptions {
        let notification = arrive(content, id: id)
        guard let delegate else { return [] }
        return await completion { done in
            delegate.userNotificationCenter(self, willPresent: notification) { done($0) }
        }
    }

    /// Fires a pending request, and removes it unless it repeats.
    @discardableResult
    public func fire(_ id: String) -> UNNotification? {
        let shown: UNNotification? = locked { state in
            guard let index = state.pending.firstIndex(where: { $0.identifier == id }) else { return nil }
            let request = state.pending[index]
            if request.trigger?.repeats != true { state.pending.remove(at: index) }
            return Self.show(request, at: state.now ?? Date(), in: &state)
        }
        if let shown { present(shown) }
        return shown
    }

    /// The user acts on a notification, which is removed. Returns when the app has called back.
    nonisolated(nonsending) public func respond(
        to notification: UNNotification, action: String = UNNotificationDefaultActionIdentifier, text: String? = nil
    ) async {
        removeDeliveredNotifications(withIdentifiers: [notification.request.identifier])
        let response =
            text.map {
                UNTextInputNotificationResponse(notification: notification, actionIdentifier: action, userText: $0)
            } ?? UNNotificationResponse(notification: notification, actionIdentifier: action)
        guard let delegate else { return }
        await completion { done in
            delegate.userNotificationCenter(self, didReceive: response) { done(()) }
        }
    }

    /// The user opens the app's settings from the system's.
    public func openSettings(for notification: UNNotification? = nil) {
        delegate?.userNotificationCenter(self, openSettingsFor: notification)
    }

    nonisolated(nonsending) private func completion<T: Sendable>(
        _ start: (@escaping @Sendable (T) -> Void) -> Void
    ) async -> T {
        let once = Once(CurrentCenter.Held(center: self))
        return await withCheckedContinuation { continuation in
            start { value in once.run { continuation.resume(returning: value) } }
        }
    }
}

/// Passes one call and counts the others.
private final class Once: @unchecked Sendable {
    private let lock = NSLock()  // over `isDone`
    private var isDone = false
    private let held: CurrentCenter.Held

    init(_ held: CurrentCenter.Held) { self.held = held }

    func run(_ body: () -> Void) {
        lock.lock()
        let isFirst = !isDone
        isDone = true
        lock.unlock()
        if isFirst { body() } else { held.center.locked { $0.repeatedCompletions += 1 } }
    }
}
