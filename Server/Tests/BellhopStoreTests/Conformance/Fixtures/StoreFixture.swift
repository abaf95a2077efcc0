import BellhopModel
import BellhopStore
import Testing

/// A store with users and devices, and the moments of a check.
struct StoreFixture: Sendable {
    let store: Store

    /// The moment `seconds` after the start of the fixture.
    func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_800_000_000 + seconds) }

    /// Registers a new device.
    @discardableResult
    func device(
        of user: UserID = "ada", token: String? = nil, app: String = "dev.bellhop", on platform: Platform = .ios,
        at seconds: Int64 = 0
    ) async throws -> Device {
        var device = try unregistered(of: user, token: token, app: app, at: seconds)
        device.platform = platform
        return try #require(try await store.register(device))
    }

    /// A new device that is not stored.
    func unregistered(
        _ id: DeviceID? = nil, of user: UserID = "ada", token: String? = nil, app: String = "dev.bellhop",
        at seconds: Int64 = 0
    ) throws -> Device {
        let id = id ?? .make(at: at(seconds))
        return Device(
            id: id, userID: user, name: "Phone of \(user)", platform: .ios,
            token: try #require(DeviceToken(token ?? "token-\(id)")), environment: .production, app: app,
            appVersion: "1.2", locale: "de_CH", timeZone: "Europe/Zurich",
            publicKey: [4] + Array(repeating: 7, count: 64),
            registeredAt: at(seconds))
    }

    /// A notification with a lifetime of an hour by default.
    func notification(
        for user: UserID = "ada", at seconds: Int64 = 0, lasting life: Int64 = 3600, about ask: AskID? = nil,
        under category: CategoryID = .sessionStatus, titled title: String = "Tests passed",
        session: SessionID? = "run-1", thread: String? = "run-1", options: NotificationOptions? = nil
    ) -> UserNotification {
        UserNotification(
            id: .make(at: at(seconds)), userID: user, category: category, sessionID: session,
            askID: ask, title: title, subtitle: "bellhop", body: "All 312 of them", thread: thread,
            deepLink: "bellhop://session/run-1", options: options, createdAt: at(seconds),
            expiresAt: at(seconds + life))
    }

    func accept(_ notification: UserNotification) async throws {
        _ = try await store.accept(Submission(notification: notification))
    }

    /// Accepts `count` notifications at the same moment.
    @discardableResult
    func burst(_ count: Int, at seconds: Int64 = 0, lasting life: Int64 = 3600) async throws -> [UserNotification] {
        var told: [UserNotification] = []
        for _ in 0..<count { told.append(try await tell(at: seconds, lasting: life)) }
        return told
    }

    /// Sets quiet hours for ada in the time zone of her device.
    func quiet(_ start: String, _ end: String, allowTimeSensitive: Bool = true) async throws {
        let (start, end) = (try #require(TimeOfDay(start)), try #require(TimeOfDay(end)))
        let hours = QuietHours(start: start, end: end, allowTimeSensitive: allowTimeSensitive)
        try await store.put(NotificationPreferences(quietHours: hours), of: "ada")
    }

    /// Accepts a notification.
    @discardableResult
    func tell(_ user: UserID = "ada", at seconds: Int64 = 0, lasting life: Int64 = 3600) async throws
        -> UserNotification
    {
        let notification = notification(for: user, at: seconds, lasting: life)
        _ = try await store.accept(Submission(notification: notification))
        return notification
    }

    /// An approval with its deadline after `patience` seconds.
    func approval(from user: UserID = "ada", at seconds: Int64 = 0, patience: Int64 = 600) -> Ask {
        Ask(
            id: .make(at: at(seconds)), userID: user, sessionID: "run-1", category: CategoryID("APPROVAL_REQUEST"),
            request: AskRequest.Content(
                title: "Run a command?", body: "rm -rf build", toolName: "Bash", agentSays: "I clean up",
                input: "rm -rf build", inputDigest: "digest of the command",
                origin: Origin(agent: "claude", host: "laptop", project: "bellhop", folder: "/src")),
            createdAt: at(seconds), deadline: at(seconds + patience))
    }

    /// Accepts an approval with its notification.
    @discardableResult
    func ask(_ user: UserID = "ada", at seconds: Int64 = 0, patience: Int64 = 600) async throws -> (
        Ask, UserNotification
    ) {
        let ask = approval(from: user, at: seconds, patience: patience)
        let notification = notification(for: user, at: seconds, lasting: patience, about: ask.id)
        _ = try await store.accept(Submission(notification: notification, ask: ask))
        return (ask, notification)
    }
}

extension StoreFixture {
    func claim(at seconds: Int64 = 0, lease: Int64 = 30, limit: Int = 1000) async throws -> [ClaimedDelivery] {
        try await store.claimDeliveries(at: at(seconds), lease: at(seconds + lease), limit: limit)
    }

    /// Claims all due deliveries and records them as sent.
    @discardableResult
    func sendAll(at seconds: Int64 = 0) async throws -> [ClaimedDelivery] {
        let claimed = try await claim(at: seconds)
        try await store.record(claimed.map { DeliveryResult($0, .sent(gatewayID: nil)) }, at: at(seconds))
        return claimed
    }

    @discardableResult
    func record(
        _ claimed: ClaimedDelivery, _ ending: DeliveryResult.Ending,
        device: DeliveryResult.DeviceEffect? = nil, at seconds: Int64 = 0
    ) async throws -> Bool {
        try await store.record([DeliveryResult(claimed, ending, device: device)], at: at(seconds))
    }

    /// The result of an answer to `ask` by `device`.
    func answer(_ answer: Answer, to ask: Ask, by device: Device) -> AskStateMachine.Event {
        .answered(
            SignedAnswer(answer: answer, deviceID: device.id, deviceName: device.name, signature: "c2ln"),
            inputDigest: ask.request.inputDigest)
    }

    func transition(_ ask: Ask, _ event: AskStateMachine.Event, at seconds: Int64) async throws -> AskTransition {
        try #require(try await store.transition(ask.id, event, at: at(seconds)))
    }

    func steps(of notification: UserNotification) async throws -> [TimelineEntry.Step] {
        try await store.timeline(of: notification.id).map(\.step)
    }

    func state(of device: Device) async throws -> Device.State? {
        try await store.device(device.id)?.state
    }
}

/// Runs `body` concurrently for each of `0 ..< count` and returns the results in no particular order.
func inParallel<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for index in 0..<count { group.addTask { try await body(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
