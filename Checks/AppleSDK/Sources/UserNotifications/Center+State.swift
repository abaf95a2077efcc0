// The rules by which the center in memory acts; they are those of the documentation pages named in Center.swift.

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
        /// How often the app called a completion handler again that it had called already.
        var repeatedCompletions = 0
    }

    /// The system keeps this many requests; of more, the ones that come first.
    static let pendingLimit = 64

    func locked<T>(_ body: (inout State) throws -> T) rethrows -> T {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }

    /// The person is asked once; a provisional permission is given without asking.
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

    /// Asks the delegate, as the system does while the app is in front. Nobody waits for what it says.
    func present(_ notification: UNNotification) {
        delegate?.userNotificationCenter(self, willPresent: notification) { _ in }
    }
}

@_spi(Testing)
extension UNUserNotificationCenter {
    /// What the person says when they are asked.
    public enum Person: Sendable {
        case allows, refuses
        /// The system could not ask.
        case failure(any Error)
    }
}
