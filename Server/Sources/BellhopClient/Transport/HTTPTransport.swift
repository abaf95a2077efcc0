import NIOCore
import NIOHTTP1
import Synchronization

/// One server over HTTP/1.1, with connections kept between calls.
///
/// Not over AsyncHTTPClient, which is right where many servers are called for a long time: a hook calls one server, once,
/// while an agent waits, and setting that client up would be a good part of its time.
final class HTTPTransport: Sendable {
    let connector: Connector
    private let idle = IdleConnections()
    /// One that is opened before there is a request for it.
    private let early = Mutex<Task<HTTPConnection, any Error>?>(nil)

    init(_ connector: Connector) { self.connector = connector }

    /// Begins to connect, for the first request, while whoever will make it is still busy.
    func connectEarly() {
        // Unstructured: it ends with the connection, which the first call takes over or the shutdown closes.
        let opening = Task { [connector] in try await HTTPConnection(connector) }
        early.withLock { $0 = opening }
    }

    /// Sends one request and reads the whole reply.
    ///
    /// - Throws: ``ClientError`` when there is no reply, `CancellationError` when the task is cancelled.
    func send(
        _ method: String, _ target: String, headers: [String: String], body: [UInt8]?, within limit: Duration
    ) async throws -> HTTPReply {
        let address = connector.address
        guard limit > .zero else { throw ClientError.timedOut(address: address.description, after: .zero) }
        let head = head(method, target, headers, body?.count)
        do {
            return try await withTimeLimit(limit) { [self] in
                let connection: HTTPConnection
                if let kept = idle.take() {
                    connection = kept
                } else {
                    connection = try await HTTPConnection(connector)
                }
                let exchanged = try await connection.exchange(head, body.map { ByteBuffer(bytes: $0) })
                if exchanged.isLast { connection.close() } else { idle.put(connection) }
                return exchanged.reply
            }
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw ClientError(network: error, at: address, limit: limit)
        }
    }

    private func connection() async throws -> HTTPConnection {
        if let kept = idle.take() { return kept }
        guard let opening = early.withLock({ $0.take() }) else { return try await HTTPConnection(connector) }
        return try await withTaskCancellationHandler {
            try await opening.value
        } onCancel: {
            opening.cancel()
        }
    }

    private func head(
        _ method: String, _ target: String, _ headers: [String: String], _ length: Int?
    ) -> HTTPRequestHead {
        var fields = HTTPHeaders([("Host", connector.address.authority)])
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { fields.replaceOrAdd(name: name, value: value) }
        // What has no body says so where one would be expected (RFC 9110 §8.6).
        if let length = length ?? (["POST", "PUT", "PATCH"].contains(method) ? 0 : nil) {
            fields.replaceOrAdd(name: "Content-Length", value: String(length))
        }
        return HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: method), uri: connector.address.prefix + target,
            headers: fields)
    }

    func shutdown() async {
        early.withLock { $0.take() }?.cancel()
        await connector.shutdown()
    }
}

extension [String: String] {
    init(_ fields: HTTPHeaders) {
        self.init(fields.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }
}
