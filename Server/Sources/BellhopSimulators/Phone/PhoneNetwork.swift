import BellhopClient
import BellhopKit
import BellhopModel
import NIOConcurrencyHelpers

import struct BellhopClient.ServerAddress

/// The phone's connection to its server.
protocol PhoneNetwork: Sendable {
    /// Sends a request, as ``BellhopKit/APITransport`` specifies.
    func send(_ request: APIRequest) async throws -> APIResponse
    /// Opens the event stream, as ``BellhopKit/EventPort`` specifies.
    func events(with key: Secret) async throws -> AsyncStream<ServerEvent>
    /// Closes all connections when the phone is switched off.
    func shutdown() async
}

/// The connection to a real server, over HTTP and WebSocket.
actor ServerNetwork: PhoneNetwork {
    /// The phone is switched off.
    struct SwitchedOff: Error {}

    private let address: ServerAddress
    /// One client per key, and one without a key; created on demand and kept until shutdown, because a client must be
    /// shut down.
    private var clients: [Secret?: BellhopClient] = [:]
    private var isSwitchedOff = false

    /// - Throws: `ClientError` when `server` is not a valid address.
    init(_ server: String) throws { address = try ServerAddress(server) }

    func send(_ request: APIRequest) async throws -> APIResponse {
        let reply = try await client(for: nil).send(
            request.method.rawValue, request.path, headers: request.headers, body: request.body,
            within: request.timeout)
        return APIResponse(status: reply.status, headers: reply.headers, body: reply.body)
    }

    func events(with key: Secret) async throws -> AsyncStream<ServerEvent> {
        let reader = EventReader(events: try await client(for: key).events())
        return AsyncStream { await reader.next() }
    }

    func shutdown() async {
        isSwitchedOff = true
        let clients = clients.values
        self.clients = [:]
        for client in clients { await client.shutdown() }
    }

    /// - Throws: ``SwitchedOff``, because a client created after ``shutdown()`` would never be shut down.
    private func client(for key: Secret?) throws -> BellhopClient {
        guard !isSwitchedOff else { throw SwitchedOff() }
        if let client = clients[key] { return client }
        let client = try BellhopClient(address, key: key)
        clients[key] = client
        return client
    }
}

/// Reads a connection's events one by one. The kit ignores why they end.
private actor EventReader {
    private let events: AsyncThrowingStream<ServerEvent, any Error>

    init(events: AsyncThrowingStream<ServerEvent, any Error>) { self.events = events }

    func next() async -> ServerEvent? {
        var iterator = events.makeAsyncIterator()
        return (try? await iterator.next()) ?? nil
    }
}

/// The app's transport to its server, which fails in airplane mode and after the app's process has ended.
struct PhoneTransport: APITransport, EventPort {
    let network: any PhoneNetwork
    let airplane: AirplaneMode
    let process: AppProcess

    struct NoNetwork: Error {}

    func send(_ request: APIRequest) async throws -> APIResponse {
        try check()
        let response = try await network.send(request)
        // The network was lost before the response arrived.
        try check()
        return response
    }

    func events(with key: Secret) async throws -> AsyncStream<ServerEvent> {
        try check()
        let reader = Reader(events: try await network.events(with: key), airplane: airplane)
        return AsyncStream { await reader.next() }
    }

    private func check() throws {
        try process.check()
        if airplane.isOn { throw NoNetwork() }
    }

    /// Ends the event stream when the network is lost.
    private actor Reader {
        private let events: AsyncStream<ServerEvent>
        private let airplane: AirplaneMode
        private var hasEnded = false

        init(events: AsyncStream<ServerEvent>, airplane: AirplaneMode) {
            self.events = events
            self.airplane = airplane
        }

        func next() async -> ServerEvent? {
            guard !hasEnded else { return nil }
            let event = await withTaskGroup(of: ServerEvent?.self) { [events, airplane] group in
                group.addTask { await events.first { _ in true } }
                group.addTask {
                    await airplane.waits(until: false)
                    return nil
                }
                let first = await group.next() ?? nil
                group.cancelAll()
                return first
            }
            hasEnded = event == nil
            return event
        }
    }
}

/// Airplane mode, which cuts the simulated phone's network.
final class AirplaneMode: ReachabilityPort {
    private struct State {
        var isOn: Bool
        /// Closed streams are removed at the next change. A termination handler would take this lock, and deadlock with
        /// a task that cancels a listener during a change.
        var listeners: [AsyncStream<Bool>.Continuation] = []
    }

    private let state: NIOLockedValueBox<State>

    init(isOn: Bool) { state = NIOLockedValueBox(State(isOn: isOn)) }

    var isOn: Bool { state.withLockedValue { $0.isOn } }

    func set(_ isOn: Bool) {
        state.withLockedValue { state in
            guard state.isOn != isOn else { return }
            state.isOn = isOn
            state.listeners.removeAll { if case .terminated = $0.yield(!isOn) { true } else { false } }
        }
    }

    /// A stream of whether the network is available: now, and after every change.
    func changes() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream<Bool>.makeStream()
        state.withLockedValue { state in
            continuation.yield(!state.isOn)
            state.listeners.append(continuation)
        }
        return stream
    }

    /// Returns when the network state is `isOnline`, or the task is cancelled.
    func waits(until isOnline: Bool) async {
        for await now in changes() where now == isOnline { return }
    }
}
