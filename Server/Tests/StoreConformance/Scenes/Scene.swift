import BellhopModel
import BellhopStore
import Testing

/// A store with people and devices in it, and a clock that stands where the check puts it.
struct Scene: Sendable {
    let store: any Store

    /// So many seconds after the scene's beginning.
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

    /// A device that the store does not know yet.
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

    /// A notification that lives an hour unless told otherwise.
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

    /// Accepts so many at once.
    @discardableResult
    func burst(_ count: Int, at seconds: Int64 = 0, lasting life: Int64 = 3600) async throws -> [UserNotification] {
        var told: [UserNotification] = []
        for _ in 0..<count { told.append(try await tell(at: seconds, lasting: life)) }
        return told
    }

    /// Gives ada quiet hours on the clock of her device.
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
