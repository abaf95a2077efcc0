import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

/// One server over HTTP/1.1, with connections kept between calls.
///
/// It has a single thread: a hook makes a request or two and ends, and starting a thread per core would cost it more
/// than the requests.
final class HTTPTransport: Sendable {
    let address: ServerAddress
    let roots: TrustRoots
    let group: MultiThreadedEventLoopGroup
    private let client: HTTPClient

    /// A reply's body, in bytes. A list may hold many asks with their whole input.
    private static let longestBody = 64 << 20

    init(address: ServerAddress, roots: TrustRoots, connectTimeout: Duration) {
        self.address = address
        self.roots = roots
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: roots.configuration, redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(connectTimeout)))
        configuration.httpVersion = .http1Only
        // Whoever calls decides whether to try again, and says so to the person.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }

    /// Sends one request and reads the whole reply.
    ///
    /// - Throws: ``ClientError`` when there is no reply, `CancellationError` when the task is cancelled.
    func send(
        _ method: String, _ target: String, headers: [String: String], body: [UInt8]?, within limit: Duration
    ) async throws -> HTTPReply {
        guard limit > .zero else { throw ClientError.timedOut(address: address.description, after: .zero) }
        var request = HTTPClientRequest(url: address.url(target))
        request.method = HTTPMethod(rawValue: method)
        request.headers = HTTPHeaders(headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        do {
            return try await withTimeLimit(limit) { [client, request] in
                let response = try await client.execute(request, timeout: TimeAmount(limit))
                let body = try await response.body.collect(upTo: Self.longestBody)
                return HTTPReply(
                    status: Int(response.status.code), headers: [String: String](response.headers),
                    body: Array(body.readableBytesView))
            }
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw ClientError(network: error, at: address, limit: limit)
        }
    }

    func shutdown() async {
        // Neither fails in a way that somebody who is leaving could do anything about.
        try? await client.shutdown()
        try? await group.shutdownGracefully()
    }
}

extension [String: String] {
    init(_ fields: HTTPHeaders) {
        self.init(fields.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }
}
