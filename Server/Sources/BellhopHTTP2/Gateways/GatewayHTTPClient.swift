import BellhopModel
import BellhopPush
import NIOConcurrencyHelpers
package import NIOCore
import NIOHPACK
package import NIOSSL

/// The HTTP client of the gateways for FCM and Web Push: an ``HTTP2Client`` for each origin, made when a request needs it.
///
/// A request is sent at most once, unless the server certainly did not process it. There are no redirects. Retries belong
/// to the delivery queue.
package final class GatewayHTTPClient: Sendable {
    private struct Origin {
        let client: HTTP2Client
        /// Reused, so that a connection remembers their encoding.
        var sharedFields: [[HTTP2Field]: HTTP2SharedFields] = [:]
        var requests = 0
        var lastUse: UInt64 = 0
    }

    private struct State {
        var origins: [HTTP2Endpoint: Origin] = [:]
        var uses: UInt64 = 0
        var isShutDown = false
    }

    /// The maximum number of sets of shared fields of an origin.
    private static let mostSharedFields = 64
    /// The maximum size of a response body, in bytes. A genuine one has a few hundred.
    private static let responseLimit = 1 << 16

    private let tls: NIOSSLContext
    private let configuration: HTTP2Client.Configuration
    private let mostOrigins: Int
    private let group: any EventLoopGroup
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - tls: Must offer `h2` and `http/1.1` (ALPN); see ``HTTP2TLS``.
    ///   - connectDeadline: The time for one attempt to connect: name resolution, TCP and TLS together.
    ///   - mostOrigins: The maximum number of origins without requests whose connections are kept. Clients can choose
    ///     origins, so that their number is unlimited.
    ///   - eventLoopGroup: Must outlive the client.
    package init(
        tls: NIOSSLContext, connectDeadline: Duration, mostOrigins: Int = 256, eventLoopGroup: any EventLoopGroup
    ) {
        self.tls = tls
        self.mostOrigins = mostOrigins
        group = eventLoopGroup
        var configuration = HTTP2Client.Configuration()
        configuration.connectDeadline = TimeAmount(connectDeadline)
        configuration.acceptsHTTP1 = true
        // A further one is opened only when all streams are in use: Google permits 100 on each.
        configuration.maxConnections = 4
        self.configuration = configuration
    }

    /// - Parameters:
    ///   - url: An `https` URL.
    ///   - address: The IP address to connect to; `nil` to resolve the host of `url`. The certificate must be valid for
    ///     the host in both cases.
    ///   - shared: The header fields that many requests to the origin have in common, with names in lower case. A
    ///     connection sends them once, and then as indexes.
    ///   - headers: The header fields of this request alone.
    ///   - limit: The time from this call to the complete response.
    /// - Throws: ``TransportError`` when no response arrives, `CancellationError` when the task is cancelled.
    package func post(
        _ url: String, at address: String? = nil, shared: [(String, String)], headers: [(String, String)] = [],
        body: [UInt8], within limit: Duration
    ) async throws -> GatewayHTTPResponse {
        guard limit > .zero else { throw TransportError(reason: .timeout) }
        guard let target = RequestTarget(url, address: address) else { throw TransportError(reason: .unreachable) }
        let (client, sharedFields) = try begin(target.endpoint, shared.map { HTTP2Field($0, $1) })
        defer { end(target.endpoint) }
        // Optional in HTTP/2, but some push services reject requests without it.
        let fields = headers.map { HTTP2Field($0, $1) } + [HTTP2Field("content-length", String(body.count))]
        let request = HTTP2Request(
            sharedFields, path: target.path, fields: fields, body: body,
            responseLimit: Self.responseLimit)
        do {
            return GatewayHTTPResponse(try await client.send(request, within: TimeAmount(limit)))
        } catch .cancelled {
            throw CancellationError()
        } catch {
            throw TransportError(error)
        }
    }

    private func begin(
        _ endpoint: HTTP2Endpoint, _ fields: [HTTP2Field]
    ) throws(TransportError) -> (HTTP2Client, HTTP2SharedFields) {
        let found = state.withLockedValue { state -> (HTTP2Client, HTTP2SharedFields)? in
            guard !state.isShutDown else { return nil }
            state.uses += 1
            var origin =
                state.origins[endpoint]
                ?? Origin(client: HTTP2Client(endpoint, tls: tls, configuration: configuration, on: group.next()))
            origin.requests += 1
            origin.lastUse = state.uses
            let known = origin.sharedFields[fields]
            let shared = known ?? HTTP2SharedFields(method: "POST", authority: endpoint.authority, fields)
            if known == nil {
                if origin.sharedFields.count >= Self.mostSharedFields { origin.sharedFields = [:] }
                origin.sharedFields[fields] = shared
            }
            state.origins[endpoint] = origin
            return (origin.client, shared)
        }
        guard let found else { throw TransportError(reason: .shuttingDown) }
        return found
    }

    private func end(_ endpoint: HTTP2Endpoint) {
        // Released outside of the lock. Without references the client closes its connections.
        _ = state.withLockedValue { state -> Origin? in
            state.origins[endpoint]?.requests -= 1
            guard state.origins.count > mostOrigins else { return nil }
            let unused = state.origins.filter { $0.value.requests == 0 }
            // A request ends one use, so that at most one origin is superfluous.
            guard unused.count > mostOrigins, let oldest = unused.min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return nil }
            return state.origins.removeValue(forKey: oldest.key)
        }
    }

    /// Accepts no more requests, waits for the responses to those that were sent, and closes all connections. When the
    /// calling task is cancelled, connections are closed immediately.
    package func shutDown() async {
        let clients = state.withLockedValue { state in
            state.isShutDown = true
            defer { state.origins = [:] }
            return state.origins.values.map(\.client)
        }
        await withTaskGroup { group in
            for client in clients { group.addTask { await client.shutDown() } }
        }
    }
}

/// The server and path of an `https` URL (RFC 3986).
struct RequestTarget: Hashable {
    let endpoint: HTTP2Endpoint
    /// Path and query.
    let path: String

    /// - Returns: `nil` for another scheme, and for URLs with a user, a fragment or characters that must be escaped.
    init?(_ url: String, address: String?) {
        let scheme = "https://"
        guard url.hasPrefix(scheme), url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !url.contains("#") else {
            return nil
        }
        let rest = url.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[authority.endIndex...]
        self.path = path.first == "/" ? String(path) : "/" + path
        let hostEnd: Substring.Index
        if authority.first == "[" {
            guard let bracket = authority.firstIndex(of: "]") else { return nil }
            hostEnd = authority.index(after: bracket)
        } else {
            hostEnd = authority.firstIndex(of: ":") ?? authority.endIndex
        }
        let host = authority[..<hostEnd]
        let name = host.first == "[" ? host.dropFirst().dropLast() : host
        guard !name.isEmpty, !authority.contains("@") else { return nil }
        var port = 443
        if hostEnd < authority.endIndex {
            let digits = authority[hostEnd...].dropFirst()
            guard authority[hostEnd] == ":", digits.allSatisfy(\.isWholeNumber), let number = Int(digits),
                (1...65_535).contains(number)
            else { return nil }
            port = number
        }
        endpoint = HTTP2Endpoint(host: name.lowercased(), port: port, address: address)
    }
}
