// What tests do in the place of the system and of the person. Only `@_spi(Testing) import UserNotifications` sees it.

/// Which center `current()` is: the one of the test that runs, or else one for the whole process.
enum CurrentCenter {
    struct Held: @unchecked Sendable {
        // The center keeps all of its state under its lock.
        let center: UNUserNotificationCenter
    }
    @TaskLocal static var value: Held?
    static let shared = Held(center: UNUserNotificationCenter(state: .init()))
}

@_spi(Testing)
extension UNUserNotificationCenter {
    /// A center of its own, for `current()` in `body` and in the tasks it starts (not in detached ones).
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
    /// What was asked for each time that the person saw the question.
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

    /// The moment of a pending request has come. One that does not repeat is pending no more.
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

    /// The person acts on a notification; it leaves the screen. Returns when the app has called back.
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

    /// The person opens the app's own settings from those of the system.
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

/// Lets one call through and counts the others.
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
