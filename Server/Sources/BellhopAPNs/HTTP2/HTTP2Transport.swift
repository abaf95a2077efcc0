import BellhopHTTP2
import BellhopPush
import NIOCore
import NIOSSL

/// APNs over HTTP/2 and TLS 1.2 or newer (Apple, Establishing a connection to APNs).
struct HTTP2Transport: APNsTransport {
    private let tls: NIOSSLContext
    private let connectDeadline: TimeAmount

    /// - Throws: ``APNsConfigurationError/unreadableTrustRoots``, or `NIOSSLError` when TLS cannot be set up at all.
    init(trustRoots: GatewayTrustRoots, connectDeadline: TimeAmount) throws {
        do {
            tls = try HTTP2TLS.context(trusting: trustRoots)
        } catch is UnreadableTrustRoots {
            throw APNsConfigurationError.unreadableTrustRoots
        }
        self.connectDeadline = connectDeadline
    }

    func connect(
        to endpoint: APNsEndpoint, on eventLoop: any EventLoop, report: @escaping (ConnectionEvent) -> Void
    ) -> any APNsConnection {
        HTTP2APNsConnection(
            to: HTTP2Endpoint(host: endpoint.host, port: endpoint.port), on: eventLoop, tls: tls,
            deadline: connectDeadline, report: report)
    }
}

/// A connection of ``HTTP2Transport``. The tag of a stream is the number of its request.
private final class HTTP2APNsConnection: APNsConnection {
    private static let mostSharedFields = 64

    private let authority: String
    private let report: (ConnectionEvent) -> Void
    private let connection: HTTP2Connection
    private var authorization = ""
    /// The shared fields with the current authorization.
    private var sharedFields: [APNsRequest.SharedFields: HTTP2SharedFields] = [:]

    init(
        to endpoint: HTTP2Endpoint, on eventLoop: any EventLoop, tls: NIOSSLContext, deadline: TimeAmount,
        report: @escaping (ConnectionEvent) -> Void
    ) {
        authority = endpoint.authority
        self.report = report
        connection = HTTP2Connection(on: eventLoop) { report(ConnectionEvent($0)) }
        connection.connect(to: endpoint, tls: tls, deadline: deadline)
    }

    func send(_ request: APNsRequest, authorization: String, as id: RequestID) {
        let message = HTTP2Request(
            shared(by: request, authorization: authorization), path: request.path, fields: request.ownFields,
            body: request.body, responseLimit: request.service.responseLimit)
        do {
            try connection.send(message, tag: id.number)
        } catch {
            report(.failed(id, error))
        }
    }

    func reset(_ id: RequestID) { connection.reset(tag: id.number) }

    func ping() { connection.ping() }

    func close() { connection.close() }

    private func shared(by request: APNsRequest, authorization: String) -> HTTP2SharedFields {
        if authorization != self.authorization || sharedFields.count >= Self.mostSharedFields {
            sharedFields = [:]
            self.authorization = authorization
        }
        let fields = request.sharedFields
        if let known = sharedFields[fields] { return known }
        let made = HTTP2SharedFields(fields, authority: authority, authorization: authorization)
        sharedFields[fields] = made
        return made
    }
}

extension ConnectionEvent {
    fileprivate init(_ event: HTTP2Connection.Event) {
        switch event {
        case .opened: self = .opened
        case .streamLimit(let limit): self = .streamLimit(limit)
        case .responded(let tag, let response): self = .responded(RequestID(number: tag), APNsResponse(response))
        case .failed(let tag, let failure): self = .failed(RequestID(number: tag), failure)
        case .goingAway(let data): self = .goingAway(APNsErrorBody(data).reason)
        case .pong: self = .pong
        case .closing: self = .closing
        case .closed(let cause): self = .closed(cause)
        }
    }
}

extension APNsResponse {
    fileprivate init(_ response: HTTP2Response) {
        self.init(
            status: response.status, uniqueID: response["apns-unique-id"], channelID: response["apns-channel-id"],
            retryAfter: response["retry-after"], body: response.body.readableBytes > 0 ? response.body : nil)
    }
}
