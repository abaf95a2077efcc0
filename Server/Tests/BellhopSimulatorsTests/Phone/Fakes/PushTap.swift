import BellhopModel
import Synchronization

@testable import BellhopSimulators

/// A push service that a test opens and shuts. Like the real one it keeps what comes while a phone is away.
final class PushTap: PushSource {
    private struct State {
        var attached: [String: AsyncStream<DeliveredPush>.Continuation] = [:]
        var stored: [String: [DeliveredPush]] = [:]
        var isShut = false
    }

    private let state = Mutex(State())

    struct Shut: Error {}

    /// Hangs up on every phone, and takes no other until it is opened.
    func shut() {
        let attached = state.withLock { state in
            state.isShut = true
            defer { state.attached = [:] }
            return state.attached.values
        }
        for phone in attached { phone.finish() }
    }

    func open() { state.withLock { $0.isShut = false } }

    func pushes(
        for token: DeviceToken, attached: @Sendable () -> Void,
        _ receive: @Sendable (DeliveredPush) async throws -> Void
    ) async throws {
        let (stream, continuation) = AsyncStream<DeliveredPush>.makeStream()
        try state.withLock { state in
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
        state.withLock { state in
            if case .enqueued = state.attached[token.text]?.yield(push) { return }
            state.stored[token.text, default: []].append(push)
        }
    }
}
