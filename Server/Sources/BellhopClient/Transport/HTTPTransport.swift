import NIOCore
import NIOHTTP1

/// One server over HTTP/1.1, with connections kept between calls.
///
/// No general HTTP client is used: those are made for long use of many servers, while a hook sends one request to one
/// server during which an agent waits, and setting up such a client would take much of the time.
final class HTTPTransport: Sendable {
    let connector: Connector
    private let connections: Connections

    init(_ connector: Connector) {
        self.connector = connector
        connections = Connections(connector)
    }

    /// Starts to connect before the first request.
    func connectEarly() { connections.openEarly() }

    /// Sends one request and reads the complete reply.
    ///
    /// - Parameter isRepeatable: `true` for an idempotent request.
    /// - Throws: ``ClientError`` when there is no reply, `CancellationError` when the task is cancelled or the client
    ///   was shut down.
    func send(
        _ method: String, _ target: String, headers: [String: String], body: [UInt8]?, isRepeatable: Bool,
        within limit: Duration
    ) async throws -> HTTPReply {
        let address = connector.address
        guard limit > .zero else { throw ClientError.timedOut(address: address.description, after: .zero) }
        let head = head(method, target, headers, body?.count)
        let body = body.map { ByteBuffer(bytes: $0) }
        do {
            return try await withTimeLimit(limit) { [self] in try await exchange(head, body, isRepeatable) }
        } catch {
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            throw ClientError(network: error, at: address, limit: limit)
        }
    }

    private func exchange(
        _ head: HTTPRequestHead, _ body: ByteBuffer?, _ isRepeatable: Bool
    ) async throws -> HTTPReply {
        // The server may be closing a kept connection at this moment. That is not an error, and the request is sent
        // again once. A request that must not be repeated uses a new connection (RFC 9112 §9.3.1, §9.5).
        if isRepeatable, let kept = try await connections.take() {
            do {
                return try await exchange(head, body, over: kept)
            } catch let broken as BrokenExchange where !broken.hasBegun {
                try Task.checkCancellation()
            }
        }
        return try await exchange(head, body, over: try await connections.open())
    }

    private func exchange(
        _ head: HTTPRequestHead, _ body: ByteBuffer?, over connection: HTTPConnection
    ) async throws -> HTTPReply {
        let exchanged = try await connection.exchange(head, body)
        if exchanged.isLast { connection.close() } else { connections.put(connection) }
        return exchanged.reply
    }

    private func head(
        _ method: String, _ target: String, _ headers: [String: String], _ length: Int?
    ) -> HTTPRequestHead {
        var fields = HTTPHeaders([("Host", connector.address.authority)])
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { fields.replaceOrAdd(name: name, value: value) }
        // A request without a body has Content-Length: 0 if its method usually has a body (RFC 9110 §8.6).
        if let length = length ?? (["POST", "PUT", "PATCH"].contains(method) ? 0 : nil) {
            fields.replaceOrAdd(name: "Content-Length", value: String(length))
        }
        return HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: method), uri: connector.address.prefix + target,
            headers: fields)
    }

    func shutdown() async {
        await connections.shutdown()
        await connector.shutdown()
    }
}

extension [String: String] {
    init(_ fields: HTTPHeaders) {
        self.init(fields.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }
}
