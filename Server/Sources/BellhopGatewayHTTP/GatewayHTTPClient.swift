import AsyncHTTPClient
import BellhopModel
package import BellhopPush
package import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The HTTP client of the gateways for FCM and Web Push: TLS with HTTP/2 or HTTP/1.1, persistent connections, no
/// redirects and no retries.
package final class GatewayHTTPClient: Sendable {
    private let client: HTTPClient
    private let group: any EventLoopGroup

    /// The maximum size of a response body, in bytes. A genuine one has a few hundred.
    private static let longestBody = 1 << 16

    /// - Parameters:
    ///   - connectDeadline: The time for one attempt to connect: name resolution, TCP and TLS together.
    ///   - addresses: The IP addresses to connect to, by host name. Other hosts are resolved by the system.
    ///   - eventLoopGroup: Must outlive the client.
    package init(
        trust: GatewayTrust, connectDeadline: Duration, addresses: [String: String] = [:],
        eventLoopGroup: any EventLoopGroup
    ) {
        group = eventLoopGroup
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: trust.configuration, redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(connectDeadline)))
        configuration.httpVersion = .automatic
        configuration.dnsOverride = addresses
        // Retries belong to the delivery queue.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration)
    }

    /// - Throws: ``TransportError`` when no response arrives, `CancellationError` when the task is cancelled.
    package func post(
        _ url: String, headers: [(String, String)], body: [UInt8], within limit: Duration
    ) async throws -> GatewayHTTPResponse {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = HTTPHeaders(headers)
        request.body = .bytes(ByteBuffer(bytes: body))
        do {
            // The library limits the time to the response head; this limits the whole request.
            let response = try await within(limit) { [client, request] in
                let response = try await client.execute(request, timeout: TimeAmount(limit))
                let body = try await response.body.collect(upTo: Self.longestBody)
                return GatewayHTTPResponse(
                    status: Int(response.status.code), retryAfter: response.headers.first(name: "retry-after"),
                    date: response.headers.first(name: "date").flatMap { Timestamp(httpDate: $0) },
                    pushID: response.headers.first(name: "apns-id"), body: Array(body.readableBytesView))
            }
            guard let response else { throw TransportError(reason: .timeout) }
            return response
        } catch let failure as TransportError {
            throw failure
        } catch {
            if Task.isCancelled { throw CancellationError() }
            let failure = TransportError(network: error)
            if failure.reason == .connectionLost { await waitForPool() }
            throw failure
        }
    }

    /// Waits for two turns of the event loops. The client's pool learns of a lost connection one turn after its
    /// requests do; only then does the next request get another connection.
    private func waitForPool() async {
        for _ in 0..<2 {
            // A loop that accepts no more tasks has no connection either.
            for loop in group.makeIterator() { try? await loop.submit {}.get() }
        }
    }

    /// Must be called once, before the client is deallocated. Requests in flight fail.
    package func shutDown() async {
        // No failure of the shutdown can be handled.
        try? await client.shutdown()
    }
}

/// The parsed certificate authorities of a ``GatewayHTTPClient``.
package struct GatewayTrust: Sendable {
    fileprivate let configuration: TLSConfiguration

    /// - Throws: ``UnreadableTrustRoots``
    package init(_ roots: GatewayTrustRoots) throws(UnreadableTrustRoots) {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if case .pem(let text) = roots {
            guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)), !certificates.isEmpty
            else { throw UnreadableTrustRoots() }
            configuration.trustRoots = .certificates(certificates)
        }
        self.configuration = configuration
    }
}

/// Trust roots that are not PEM certificates.
package struct UnreadableTrustRoots: Error {}

extension TransportError {
    /// Classifies an error of a network library.
    init(network error: any Error) {
        switch error {
        case let error as TransportError: self = error
        case let error as HTTPClientError: self.init(reason: Self.reason(error))
        case is NIOConnectionError, is SocketAddressError, is NIOSSLError, is NIOSSLExtraError, is BoringSSLError,
            ChannelError.connectTimeout:
            self.init(reason: .unreachable)
        // These errors can only occur while connecting.
        case let error as IOError where [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT].contains(error.errnoCode):
            self.init(reason: .unreachable)
        default: self.init(reason: .connectionLost)
        }
    }

    private static func reason(_ error: HTTPClientError) -> Reason {
        switch error {
        case .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout: .timeout
        case .connectTimeout, .tlsHandshakeTimeout: .unreachable
        case .alreadyShutdown: .shuttingDown
        // A connection that is lost while it is being set up cancels its requests as well.
        case .cancelled: Task.isCancelled ? .shuttingDown : .connectionLost
        default: .connectionLost
        }
    }
}
