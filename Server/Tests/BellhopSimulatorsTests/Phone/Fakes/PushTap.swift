import BellhopModel
import Synchronization

@testable import BellhopSimulators

/// A push service that a test opens and shuts. Like the real one it keeps what comes while a phone is away.
final class PushTap: PushSource {
    private struct State {
        var attached: [String: AsyncStream<DeliveredPush>.Continuation] = [:]
        var stored: [String: [DeliveredPush]] = [:]
    }

    private let state = Mutex(State())

    func pushes(for token: DeviceToken, _ receive: @Sendable (DeliveredPush) async throws -> Void) async throws {
        let (stream, continuation) = AsyncStream<DeliveredPush>.makeStream()
        state.withLock { state in
            for push in state.stored.removeValue(forKey: token.text) ?? [] { continuation.yield(push) }
            state.attached[token.text] = continuation
        }
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
