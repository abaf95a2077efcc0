import BellhopClient
import BellhopModel
import BellhopTestSupport

enum Fixtures {
    static let askID = AskID(high: 0x0192_F0C4_7B1E_7000, low: 0x8000_0000_0000_0001)
    static let deviceID = DeviceID(high: 0x0192_F0C4_7B1E_7000, low: 0x8000_0000_0000_0002)
    static let created = TestTime.start

    static let request = AskRequest(
        content: AskRequest.Content(
            title: "Deploy?", body: "to production", input: "deploy", inputDigest: String(repeating: "a", count: 64)),
        sessionID: "s-1", expiresIn: 600)

    static func ask(_ state: AskState = .pending, id: AskID = askID) -> Ask {
        var ask = Ask(
            id: id, userID: "anna", sessionID: "s-1", category: .approvalRequest, request: request.content,
            createdAt: created, deadline: created + .seconds(600))
        switch state {
        case .pending: break
        case .expired, .withdrawn: ask.resolution = Resolution(state: state, at: created)
        case .approved, .denied, .answered:
            ask.resolution = Resolution(
                state: state, at: created,
                answer: SignedAnswer(answer: .approve, deviceID: deviceID, deviceName: "Phone", signature: "AA=="))
        }
        return ask
    }

    static func notification(_ id: NotificationID) -> UserNotification {
        UserNotification(
            id: id, userID: "anna", category: .taskPaused, title: "T", body: "B", createdAt: created,
            expiresAt: created + .seconds(600))
    }
}

/// Runs `work` against a server that follows `turns`, with a client that uses the clock `time`.
///
/// - Parameters:
///   - key: the key that the server expects.
///   - sent: the client's key, if it differs.
///   - duringPause: runs while the client pauses between attempts.
func withScript(
    _ turns: [Script.Turn], key: Secret = Script.anotherKey(), sending sent: Secret? = nil, time: TestTime = TestTime(),
    adjusting adjust: (inout BellhopClient.Configuration) -> Void = { _ in },
    duringPause: @escaping @Sendable (Duration) async throws -> Void = { _ in },
    _ work: (BellhopClient, Script, ScriptedServer) async throws -> Void
) async throws {
    let script = Script(turns, key: key)
    let server = try await ScriptedServer(script)
    var configuration = BellhopClient.Configuration()
    configuration.time = time.clientTime(duringPause)
    configuration.retry.jitter = { 1 }
    adjust(&configuration)
    let address = try ServerAddress(server.url)
    try await attempt {
        try await BellhopClient.with(address, key: sent ?? key, configuration: configuration) { client in
            try await work(client, script, server)
        }
    } finally: {
        try await server.stop()
    }
}
