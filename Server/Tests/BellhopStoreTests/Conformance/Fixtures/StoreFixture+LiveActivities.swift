import BellhopModel
import BellhopStore
import Testing

/// - Parameter text: some hex digits.
func token(_ text: String) -> DeviceToken {
    guard let token = DeviceToken(text) else { preconditionFailure("hex digits are a token") }
    return token
}

extension StoreFixture {
    /// Registers a device with a start token.
    func willing(_ startToken: String, of user: UserID = "ada", at seconds: Int64 = 0) async throws -> Device {
        let device = try await device(of: user, at: seconds)
        _ = try await store.setStartToken(token(startToken), of: device.id, at: at(seconds))
        return device
    }

    func start(_ id: SessionID = "run-1", at seconds: Int64 = 0) async throws {
        _ = try await store.put(
            AgentSession(
                id: id, userID: "ada", title: "Fix the build", startedAt: at(seconds), updatedAt: at(seconds)))
    }

    func report(_ text: String, by device: Device, at seconds: Int64 = 0) async throws -> LiveActivity? {
        try await store.report(
            LiveActivityReport(token: token(text)), on: "run-1", of: "ada", by: device.id, at: at(seconds))
    }

    func activities(of id: SessionID = "run-1") async throws -> [LiveActivity] {
        try await store.liveActivities(on: id, of: "ada")
    }

    func claimActivities(at seconds: Int64, lease: Int64 = 60, limit: Int = 10) async throws -> [ClaimedLiveActivity] {
        try await store.claimLiveActivities(at: at(seconds), lease: at(seconds + lease), limit: limit)
    }

    /// Records the gateway's response to a push about `claimed`.
    func attempt(
        _ operation: LiveActivityAttempt.Operation, of claimed: ClaimedLiveActivity, to text: String,
        _ ending: LiveActivityAttempt.Ending = .sent, at seconds: Int64
    ) -> LiveActivityAttempt {
        LiveActivityAttempt(
            operation, to: token(text), LiveActivityState(claimed.session, at: at(seconds)), at: at(seconds),
            timestamp: at(seconds), ending, isSpent: true)
    }

    /// Updates the session.
    func progress(at seconds: Int64) async throws {
        _ = try await store.update("run-1", of: "ada", SessionUpdate(operation: "Step \(seconds)"), at: at(seconds))
    }

    /// The due time of the next activity.
    func due() async throws -> Timestamp? {
        try await store.nextLiveActivityDue(after: Timestamp(milliseconds: .min))
    }

    /// A session whose activity runs on a device of ada, updated by `token`.
    func running(_ token: String = "aa01") async throws -> Device {
        let phone = try await willing("5e01")
        try await start()
        _ = try await report(token, by: phone)
        return phone
    }
}
