import BellhopKit
import BellhopModel
import BellhopTestSupport
import BellhopTesting
import Crypto
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import BellhopSimulators

/// Phones with a fake server and a push service controlled by the test.
struct PhoneBench {
    static let start = Timestamp(seconds: 1_800_000_000)

    let clock: ManualClock
    let server: FakePhoneServer
    let pushes = ControlledPushSource()
    let folder: URL

    /// Runs `body`, and removes the phones' folders.
    static func run(_ body: (PhoneBench) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let clock = ManualClock(start)
            try await body(PhoneBench(server: FakePhoneServer(clock: clock), folder: folder, clock: clock))
        }
    }

    private init(server: FakePhoneServer, folder: URL, clock: ManualClock) {
        self.server = server
        self.folder = folder
        self.clock = clock
    }

    func phone(_ name: String = "iPhone", isLocked: Bool = true) throws -> SimulatedPhone {
        var configuration = SimulatedPhone.Configuration(
            name: name, server: "http://127.0.0.1:1", folder: folder.appending(path: name))
        configuration.isLocked = isLocked
        return try SimulatedPhone(
            configuration, pushes: pushes, network: server, clock: clock, randomness: SystemRandomness())
    }

    /// Runs `phone` while `body` runs.
    func running(_ phone: SimulatedPhone, _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await phone.run() }
            try await body()
            group.cancelAll()
        }
    }

    /// Runs a paired phone while `body` runs.
    func paired(
        _ name: String = "iPhone", isLocked: Bool = true, _ body: (SimulatedPhone) async throws -> Void
    ) async throws {
        let phone = try phone(name, isLocked: isLocked)
        try await running(phone) {
            await server.addCode("code-\(name)")
            guard case .registered = await phone.pair(code: "code-\(name)") else {
                Issue.record("\(name) could not be paired")
                return
            }
            try await body(phone)
        }
    }

    // MARK: Asks

    static func ask(_ number: UInt64 = 1, rules: [PermissionRule] = [], for seconds: Int64 = 60) -> Ask {
        let input = "npm test \(number)"
        return Ask(
            id: AskID(high: UInt64(start.milliseconds) << 16 | 0x7000, low: number), userID: "ana", sessionID: "s1",
            category: .approvalRequest,
            request: AskRequest.Content(
                title: "Approval Needed", body: "Execute: \(input)", toolName: "Bash", input: input,
                inputDigest: Hex.encode(SHA256.hash(data: Array(input.utf8))), rules: rules),
            createdAt: start, deadline: start + .seconds(seconds))
    }

    static func payload(_ ask: Ask, badge: Int = 1) -> PushPayload {
        let notification = UserNotification(
            id: NotificationID(high: 9, low: ask.id.low), userID: ask.userID, category: ask.category,
            sessionID: ask.sessionID, askID: ask.id, title: ask.request.title, body: ask.request.body,
            createdAt: ask.createdAt, expiresAt: ask.deadline)
        return PushPayload(notification, ask: ask, badge: badge)
    }

    /// Creates an ask, and waits until `phone` shows it.
    func show(_ ask: Ask, on phone: SimulatedPhone) async throws -> DeliveredNotification {
        await server.add(ask)
        try pushes.send(Self.payload(ask), id: "ask-\(ask.id)", to: try #require(DeviceToken(bytes: phone.token)))
        let screen = await phone.screen { $0.notifications.contains { $0.payload.askID == ask.id } }
        return try #require(screen?.notifications.first { $0.payload.askID == ask.id })
    }
}

extension DeliveredNotification {
    func button(_ effect: ActionEffect) throws -> CategoryAction {
        try #require(actions.first { $0.effect == effect })
    }
}

extension SimulatedPhone {
    /// Waits for a screen that satisfies `condition`.
    ///
    /// A closure inside `#expect` is not safe: with Swift 6.3 another closure of the same function may be called
    /// instead.
    func reaches(
        sourceLocation: SourceLocation = #_sourceLocation, _ condition: @Sendable (PhoneScreen) -> Bool
    ) async {
        let screen = await screen(where: condition)
        #expect(screen != nil, sourceLocation: sourceLocation)
    }
}

/// A push service that a test opens and closes. Like the real one it stores pushes for an offline phone.
final class ControlledPushSource: PushSource {
    private struct State {
        var attached: [String: AsyncStream<DeliveredPush>.Continuation] = [:]
        var stored: [String: [DeliveredPush]] = [:]
        var isShut = false
    }

    private let state = NIOLockedValueBox(State())

    struct Shut: Error {}

    /// Disconnects every phone, and accepts no other until it is opened.
    func shut() {
        let attached = state.withLockedValue { state in
            state.isShut = true
            defer { state.attached = [:] }
            return state.attached.values
        }
        for phone in attached { phone.finish() }
    }

    func open() { state.withLockedValue { $0.isShut = false } }

    func pushes(
        for token: DeviceToken, attached: @Sendable () -> Void,
        _ receive: @Sendable (DeliveredPush) async throws -> Void
    ) async throws {
        let (stream, continuation) = AsyncStream<DeliveredPush>.makeStream()
        try state.withLockedValue { state in
            if state.isShut { throw Shut() }
            for push in state.stored.removeValue(forKey: token.text) ?? [] { continuation.yield(push) }
            state.attached[token.text] = continuation
        }
        attached()
        for await push in stream { try await receive(push) }
    }

    func send(_ payload: PushPayload, id: String = "1", type: String = "alert", to token: DeviceToken) throws {
        let push = DeliveredPush(
            token: token, headers: PushHeaders(id: id, pushType: type, topic: "dev.bellhop.app"),
            payload: try CanonicalJSON.encode(payload), receivedAt: PhoneBench.start)
        state.withLockedValue { state in
            if case .enqueued = state.attached[token.text]?.yield(push) { return }
            state.stored[token.text, default: []].append(push)
        }
    }
}

/// A gate that suspends tasks until it is opened, and reports when a task has arrived.
final class Turnpike: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let openings = AsyncStream<Never>.makeStream()

    /// Returns when the gate is open, or the task is cancelled.
    func pass() async {
        arrivals.continuation.yield()
        for await _ in openings.stream {}
    }

    /// Returns when a task waits at the gate.
    func request() async { for await _ in arrivals.stream { return } }

    func open() { openings.continuation.finish() }
}
