import AsyncHTTPClient
import BellhopModel
import BellhopPush
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// HTTP/2 over TLS: one connection to each of Google's servers, kept between requests.
final class HTTPTransport: FCMTransport {
    private let client: HTTPClient
    private let group: any EventLoopGroup

    /// An answer's body, in bytes: a few hundred, unless something stands in between.
    private static let longestBody = 1 << 16

    /// - Throws: ``FCMConfigurationError/unreadableTrustRoots``.
    init(
        roots: FCMConfiguration.TrustRoots, connectDeadline: Duration, eventLoopGroup: any EventLoopGroup
    ) throws(FCMConfigurationError) {
        group = eventLoopGroup
        var tls = TLSConfiguration.makeClientConfiguration()
        if case .pem(let text) = roots {
            guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)), !certificates.isEmpty
            else { throw .unreadableTrustRoots }
            tls.trustRoots = .certificates(certificates)
        }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(connectDeadline)))
        configuration.httpVersion = .automatic
        // The queue decides whether to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration)
    }

    func post(_ url: String, headers: [(String, String)], body: [UInt8], within limit: Duration) async throws
        -> FCMResponse
    {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = HTTPHeaders(headers)
        request.body = .bytes(ByteBuffer(bytes: body))
        do {
            // The library bounds the time to the head of an answer; this bounds all of it.
            let answer = try await within(limit) { [client, request] in
                let response = try await client.execute(request, timeout: TimeAmount(limit))
                let body = try await response.body.collect(upTo: Self.longestBody)
                return FCMResponse(
                    status: Int(response.status.code), retryAfter: response.headers.first(name: "retry-after"),
                    date: response.headers.first(name: "date").flatMap { Timestamp(httpDate: $0) },
                    body: Array(body.readableBytesView))
            }
            guard let answer else { throw TransportFault(reason: .timeout) }
            return answer
        } catch let fault as TransportFault {
            throw fault
        } catch {
            if Task.isCancelled { throw CancellationError() }
            let fault = TransportFault(network: error)
            if fault.reason == .connectionLost { await settle() }
            throw fault
        }
    }

    /// The pool hears of a lost connection one turn of its loop after the requests do: then the next request gets another
    /// connection. This may come in the middle of the turn of the requests, so that two are waited for.
    private func settle() async {
        for _ in 0..<2 {
            // A loop that takes no more tasks has no connection either.
            for loop in group.makeIterator() { try? await loop.submit {}.get() }
        }
    }

    /// Must be called once, before the transport is let go.
    func shutDown() async {
        // It fails in no way that somebody who is leaving could do anything about.
        try? await client.shutdown()
    }
}
