import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS

@testable import BellhopHTTP2

/// A server of swift-nio-http2 over TLS, whose responses are scripted by the test.
final class TestServer: Sendable {
    struct Request: Sendable {
        let connection: Int
        let stream: HTTP2StreamID
        let headers: HPACKHeaders
        let body: String
    }

    typealias Script = @Sendable (_ peer: TestPeer, _ request: Request) -> Void

    struct Record {
        var requests: [Request] = []
        var resets = 0
        var connections = 0
        var mostOpen = 0
    }

    let port: Int
    private let listener: any Channel
    private let log: Log

    final class Log: Sendable {
        let record = NIOLockedValueBox(Record())
    }

    /// - Parameters:
    ///   - streams: SETTINGS_MAX_CONCURRENT_STREAMS.
    ///   - certificate: Base64 of DER.
    init(
        streams: Int = 100, negotiates: [String] = ["h2"], certificate: String = encodedCertificate,
        script: @escaping Script
    ) async throws {
        let context = try Self.serverContext(negotiates: negotiates, certificate: certificate)
        let log = Log()
        self.log = log
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: context),
                        NIOHTTP2Handler(
                            mode: .server,
                            initialSettings: [HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)]),
                        TestPeer(script: script, log: log),
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
    }

    var record: Record { log.record.withLockedValue { $0 } }
    var requests: [Request] { record.requests }

    /// Stops listening. May be called twice.
    func close() async throws {
        if listener.isActive { try await listener.close() }
    }

    private static func certificate(_ encoded: String) throws -> NIOSSLCertificate {
        try NIOSSLCertificate(bytes: Array(Data(base64Encoded: encoded) ?? Data()), format: .der)
    }

    static func key() throws -> NIOSSLPrivateKey {
        try NIOSSLPrivateKey(bytes: Array(Data(base64Encoded: encodedKey) ?? Data()), format: .der)
    }

    /// For localhost and 127.0.0.1, valid from 2026 to 2126.
    static let encodedCertificate = """
        MIIBrDCCAVGgAwIBAgIUHN4ozA1rVZQvlqAeDxsK4ooFJF0wCgYIKoZIzj0EAwIwHDEaMBgGA1UE\
        AwwRQmVsbGhvcCBiZW5jaG1hcmswIBcNMjYxMTIzMjA0NDEyWhgPMjEyNjEwMzAyMDQ0MTJaMBwx\
        GjAYBgNVBAMMEUJlbGxob3AgYmVuY2htYXJrMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEH3ZG\
        de6vF4KwhlxjxvtmgMDOlQwOluTMmefAa25Gh/lsq7eOkkw38RD7q33Rw+zXy8GibcRYmKIccOlB\
        nOWs06NvMG0wHQYDVR0OBBYEFMdJcDmbKrtdmqEkk8PtJhzeDUHwMB8GA1UdIwQYMBaAFMdJcDmb\
        KrtdmqEkk8PtJhzeDUHwMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/\
        AAABMAoGCCqGSM49BAMCA0kAMEYCIQDRKVYYIDyy8UqdHFi0qPbhZXwhum7KdvoQJ80pjhDprQIh\
        AP6ZME2qBsw+7A3Qr/S5K8Px4/7CekB8dUCp5v6yUlJg
        """

    /// For localhost only.
    static let encodedNameCertificate = """
        MIIBlDCCATugAwIBAgIUfNtBiyjDWHlfWQ3vtZSAPU5q/j4wCgYIKoZIzj0EAwIwFDESMBAGA1UE\
        AwwJbG9jYWxob3N0MCAXDTI2MTEyMzIxMDczNVoYDzIxMjYxMDMwMjEwNzM1WjAUMRIwEAYDVQQD\
        DAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQfdkZ17q8XgrCGXGPG+2aAwM6V\
        DA6W5MyZ58BrbkaH+Wyrt46STDfxEPurfdHD7NfLwaJtxFiYohxw6UGc5azTo2kwZzAdBgNVHQ4E\
        FgQUx0lwOZsqu12aoSSTw+0mHN4NQfAwHwYDVR0jBBgwFoAUx0lwOZsqu12aoSSTw+0mHN4NQfAw\
        DwYDVR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDRwAwRAIg\
        Q7dC3mS1t6rVOa9kV/V6IjuZZHEvv+gL+pzHkyG4/wICIEVR+IuEG+kwMa9MuNq2w1/e/TjI0kh9\
        cITJHOjhYKSM
        """

    /// An ECPrivateKey of P-256 (RFC 5915).
    static let encodedKey = """
        MHcCAQEEIJlWGrcxIX2rmy8wlgzhgWY2JjFZof0bpfNJaEKy0F10oAoGCCqGSM49AwEHoUQDQgAE\
        H3ZGde6vF4KwhlxjxvtmgMDOlQwOluTMmefAa25Gh/lsq7eOkkw38RD7q33Rw+zXy8GibcRYmKIc\
        cOlBnOWs0w==
        """

    /// - Parameters:
    ///   - negotiates: The protocols that the server selects from; empty for a server without ALPN.
    ///   - certificate: Base64 of DER.
    static func serverContext(
        negotiates: [String] = ["h2"], certificate: String = encodedCertificate,
        configure: (inout TLSConfiguration) -> Void = { _ in }
    ) throws -> NIOSSLContext {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try Self.certificate(certificate))], privateKey: .privateKey(try key()))
        tls.applicationProtocols = negotiates
        configure(&tls)
        return try NIOSSLContext(configuration: tls)
    }

    /// Trusts the certificates of this server.
    static func clientContext(offersHTTP1: Bool = false) throws -> NIOSSLContext {
        let roots = [try certificate(encodedCertificate), try certificate(encodedNameCertificate)]
        return try NIOSSLContext(
            configuration: HTTP2TLS.configuration(trustRoots: roots, offersHTTP1: offersHTTP1))
    }
}

/// One connection of a ``TestServer``, bound to its event loop.
final class TestPeer: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let script: TestServer.Script
    private let log: TestServer.Log
    private var context: ChannelHandlerContext?
    private var number = 0
    private var started: [HTTP2StreamID: HPACKHeaders] = [:]
    private var bodies: [HTTP2StreamID: String] = [:]
    /// Requests without a response, in order of arrival.
    private(set) var open: [HTTP2StreamID] = []

    init(script: @escaping TestServer.Script, log: TestServer.Log) {
        self.script = script
        self.log = log
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent {
            number = log.record.withLockedValue { record in
                record.connections += 1
                return record.connections
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let content):
            started[frame.streamID] = content.headers
            open.append(frame.streamID)
            log.record.withLockedValue { $0.mostOpen = max($0.mostOpen, open.count) }
            if content.endStream { complete(frame.streamID) }
        case .data(let content):
            let count = content.data.readableBytes
            if count > 0 {
                write(.rootStream, .windowUpdate(windowSizeIncrement: count))
                if !content.endStream { write(frame.streamID, .windowUpdate(windowSizeIncrement: count)) }
            }
            if case .byteBuffer(let bytes) = content.data {
                bodies[frame.streamID, default: ""] += String(buffer: bytes)
            }
            if content.endStream { complete(frame.streamID) }
        case .rstStream:
            open.removeAll { $0 == frame.streamID }
            log.record.withLockedValue { $0.resets += 1 }
        default: break
        }
    }

    private func complete(_ stream: HTTP2StreamID) {
        guard let headers = started[stream] else { return }
        let request = TestServer.Request(
            connection: number, stream: stream, headers: headers, body: bodies[stream] ?? "")
        log.record.withLockedValue { $0.requests.append(request) }
        script(self, request)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func respond(_ stream: HTTP2StreamID, _ status: Int = 200, _ fields: HPACKHeaders = [:], body: String = "") {
        open.removeAll { $0 == stream }
        var headers: HPACKHeaders = [":status": "\(status)"]
        headers.add(contentsOf: fields)
        write(stream, .headers(.init(headers: headers, endStream: body.isEmpty)))
        if !body.isEmpty { write(stream, .data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true))) }
    }

    /// This peer, for use from the test.
    var bound: NIOLoopBound<TestPeer>? { context.map { NIOLoopBound(self, eventLoop: $0.eventLoop) } }

    func respondToAll() {
        for stream in open { respond(stream) }
    }

    func reset(_ stream: HTTP2StreamID, _ code: NIOHTTP2.HTTP2ErrorCode) {
        open.removeAll { $0 == stream }
        write(stream, .rstStream(code))
    }

    func goAway(last: HTTP2StreamID) {
        open.removeAll { $0 > last }
        write(.rootStream, .goAway(lastStreamID: last, errorCode: .noError, opaqueData: nil))
    }

    func disconnect() { context?.close(promise: nil) }

    private func write(_ stream: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload) {
        context?.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}
