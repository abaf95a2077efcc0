import BellhopClient
import BellhopModel
import BellhopTestSupport
import Synchronization

import struct BellhopClient.ServerAddress

/// A compromised server. The phone approves the first ask. The server answers every later ask with that approval, with
/// the id and deadline of the first ask, and with the later ask's content, nonce and digest.
final class BrokenInServer: Sendable {
    let url: String
    private let script: Script

    private static let askID = AskID(high: 0x0192_F0C4_7B1E_7000, low: 0x8000_0000_0000_0001)
    private static let created = Timestamp(seconds: 1_800_000_000)
    private static let phone = TestPhone(at: created)

    /// The devices that the waiting program trusts.
    static let trusted = AnswerTrust.pinned([phone.device.id: phone.device.publicKey])

    private struct State {
        var asked: [AskRequest] = []
        var approval: Resolution?
    }

    static func run(_ body: (BrokenInServer) async throws -> Void) async throws {
        let state = Mutex(State())
        let script = Script { request in try state.withLock { try turn(request, &$0) } }
        let server = try await ScriptedServer(script)
        try await attempt {
            try await body(BrokenInServer(url: server.url, script: script))
        } finally: {
            try await server.stop()
        }
    }

    private init(url: String, script: Script) {
        self.url = url
        self.script = script
    }

    /// The key of the waiting program.
    var key: Secret { script.key }

    /// The received asks.
    var asked: [AskRequest] {
        script.requests.filter { ($0.method, $0.target) == ("POST", "/v1/asks") }
            .compactMap { try? CanonicalJSON.decode(AskRequest.self, from: $0.body.utf8) }
    }

    func withClient(_ body: @escaping @Sendable (BellhopClient) async throws -> Void) async throws {
        try await BellhopClient.with(ServerAddress(url), key: key) { try await body($0) }
    }

    private static func turn(_ request: Script.Request, _ state: inout State) throws -> Script.Turn {
        let path = request.target.split(separator: "?").first.map(String.init) ?? ""
        switch (request.method, path) {
        case ("POST", "/v1/asks"):
            state.asked.append(try CanonicalJSON.decode(AskRequest.self, from: request.body.utf8))
            return try .json(201, ask(state))
        case ("GET", "/v1/asks/\(askID)"):
            if state.approval == nil { state.approval = try approval(of: ask(state)) }
            var ended = try ask(state)
            ended.resolution = state.approval
            return try .json(200, ended)
        case ("GET", "/v1/devices"):
            return try .json(200, Page(items: [DeviceSummary(phone.device)]))
        default:
            return try .json(404, APIError(.notFound))
        }
    }

    private struct NothingAsked: Error {}

    /// The latest ask, with the identity of the first.
    private static func ask(_ state: State) throws -> Ask {
        guard let request = state.asked.last, let first = state.asked.first else { throw NothingAsked() }
        return Ask(
            id: askID, userID: "anna", sessionID: request.sessionID, category: .approvalRequest,
            request: request.content, createdAt: created, deadline: created + .seconds(first.expiresIn))
    }

    private static func approval(of ask: Ask) throws -> Resolution {
        let given = try phone.answer(.approve, to: ask)
        return Resolution(
            state: .approved, at: created + .seconds(1),
            answer: SignedAnswer(
                answer: .approve, deviceID: phone.device.id, deviceName: "iPhone", signature: given.signature))
    }
}
