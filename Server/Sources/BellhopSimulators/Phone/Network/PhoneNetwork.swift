import BellhopClient
import BellhopKit
import BellhopModel

import struct BellhopClient.ServerAddress

/// What a phone reaches over the air, besides its pushes.
protocol PhoneNetwork: Sendable {
    /// As ``BellhopKit/APITransport``.
    func send(_ request: APIRequest) async throws -> APIResponse
    /// As ``BellhopKit/EventPort``.
    func events(with key: Secret) async throws -> AsyncStream<Event>
    /// The phone is switched off.
    func shutdown() async
}

/// A real server, over HTTP and WebSocket.
actor ServerNetwork: PhoneNetwork {
    /// The phone has been switched off.
    struct SwitchedOff: Error {}

    private let address: ServerAddress
    /// One for each key, and one without; made when it is first needed, and kept until the phone is switched off,
    /// because a client has to be put away in order.
    private var clients: [Secret?: BellhopClient] = [:]
    private var isSwitchedOff = false

    /// - Throws: `ClientError` when `server` is no address.
    init(_ server: String) throws { address = try ServerAddress(server) }

    func send(_ request: APIRequest) async throws -> APIResponse {
        let reply = try await client(for: nil).send(
            request.method.rawValue, request.path, headers: request.headers, body: request.body,
            within: request.timeout)
        return APIResponse(status: reply.status, headers: reply.headers, body: reply.body)
    }

    func events(with key: Secret) async throws -> AsyncStream<Event> {
        let reader = EventReader(events: try await client(for: key).events())
        return AsyncStream { await reader.next() }
    }

    func shutdown() async {
        isSwitchedOff = true
        let clients = clients.values
        self.clients = [:]
        for client in clients { await client.shutdown() }
    }

    /// - Throws: ``SwitchedOff``, for nobody would put away a client that is made after ``shutdown()``.
    private func client(for key: Secret?) throws -> BellhopClient {
        guard !isSwitchedOff else { throw SwitchedOff() }
        if let client = clients[key] { return client }
        let client = try BellhopClient(address, key: key)
        clients[key] = client
        return client
    }
}

/// Reads a connection's events one by one. To the kit it makes no difference why they end.
private actor EventReader {
    private let events: AsyncThrowingStream<Event, any Error>

    init(events: AsyncThrowingStream<Event, any Error>) { self.events = events }

    func next() async -> Event? {
        var iterator = events.makeAsyncIterator()
        return (try? await iterator.next()) ?? nil
    }
}
