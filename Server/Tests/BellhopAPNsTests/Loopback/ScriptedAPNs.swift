import BellhopPush
import Crypto
import NIOConcurrencyHelpers
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS

@testable import BellhopAPNs

/// A server that speaks HTTP/2 over TLS as APNs does, with responses scripted by the test.
final class ScriptedAPNs: Sendable {
    /// The request of one stream.
    struct Request: Sendable {
        let stream: HTTP2StreamID
        let headers: HPACKHeaders
        let body: String

        subscript(field: String) -> String { headers.first(name: field) ?? "" }
    }

    typealias Script = @Sendable (_ peer: ScriptedPeer, _ request: Request) -> Void

    enum Event: Sendable {
        case connected(NIOLoopBound<ScriptedPeer>)
        case request(Request)
        case reset
        case disconnected
    }

    /// The record of all events.
    private final class Log: Sendable {
        struct Record {
            var requests: [Request] = []
            var peers: [NIOLoopBound<ScriptedPeer>] = []
            var resets = 0
        }

        let record = NIOLockedValueBox(Record())
        let disconnections: AsyncStream<Void>
        private let disconnected: AsyncStream<Void>.Continuation

        init() { (disconnections, disconnected) = AsyncStream.makeStream() }

        func note(_ event: Event) {
            if case .disconnected = event { disconnected.yield() }
            record.withLockedValue { record in
                switch event {
                case .connected(let peer): record.peers.append(peer)
                case .request(let request): record.requests.append(request)
                case .reset: record.resets += 1
                case .disconnected: break
                }
            }
        }
    }

    let port: Int
    private let listener: any Channel
    private let log: Log

    /// - Parameters:
    ///   - streams: SETTINGS_MAX_CONCURRENT_STREAMS of the first SETTINGS frame.
    ///   - negotiates: The ALPN protocols; `[]` for a server without HTTP/2.
    init(streams: Int = 1000, negotiates: [String] = ["h2"], script: @escaping Script) async throws {
        let key = try NIOSSLPrivateKey(bytes: Array(TestKey.key(of: 7).pemRepresentation.utf8), format: .pem)
        let certificate = try NIOSSLCertificate(bytes: Array(Self.certificate.utf8), format: .pem)
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)], privateKey: .privateKey(key))
        tls.applicationProtocols = negotiates
        let context = try NIOSSLContext(configuration: tls)
        let log = Log()
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let peer = ScriptedPeer(script: script, tell: log.note)
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: context),
                        NIOHTTP2Handler(
                            mode: .server,
                            initialSettings: [HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)]),
                        peer,
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let port = listener.localAddress?.port else { throw TestFault("no port") }
        self.port = port
        self.log = log
    }

    var requests: [Request] { log.record.withLockedValue { $0.requests } }
    var connections: Int { log.record.withLockedValue { $0.peers.count } }
    var resets: Int { log.record.withLockedValue { $0.resets } }

    /// One element for each closed connection.
    var disconnections: AsyncStream<Void> { log.disconnections }
    /// The maximum number of concurrent requests on any connection.
    func mostOpen() async throws -> Int {
        var most = 0
        for peer in log.record.withLockedValue({ $0.peers }) {
            most = max(most, try await peer.eventLoop.submit { peer.value.mostOpen }.get())
        }
        return most
    }

    /// Runs `body` with the newest connection, on its event loop.
    func withPeer(_ body: @escaping @Sendable (ScriptedPeer) -> Void) async throws {
        guard let peer = log.record.withLockedValue({ $0.peers.last }) else {
            throw TestFault("no client has connected")
        }
        try await peer.eventLoop.submit { body(peer.value) }.get()
    }

    func close() async throws {
        try await listener.close()
    }

    /// A certificate for localhost, 127.0.0.1 and ::1, valid from 2020 to 2120, signed with the private key of 32 bytes
    /// of 7.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBjDCCATOgAwIBAgIBATAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNCZWxsaG9w
        IHRlc3Qgc2VydmVyMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAe
        MRwwGgYDVQQDDBNCZWxsaG9wIHRlc3Qgc2VydmVyMFkwEwYHKoZIzj0CAQYIKoZI
        zj0DAQcDQgAEHhhTL9R1TALzBB2cdc6zO4P/2BrHzk/ogsyxyYvFiW6kbDEcTi/0
        DdlqNlPm5FRF0y3+SG7O11x6kMahiIHAo6NgMF4wDwYDVR0TAQH/BAUwAwEB/zAs
        BgNVHREEJTAjgglsb2NhbGhvc3SHBH8AAAGHEAAAAAAAAAAAAAAAAAAAAAEwHQYD
        VR0OBBYEFGY0aAbpzPvLAvKoN5+XQt3x9AoFMAoGCCqGSM49BAMCA0cAMEQCIHvx
        7c2VcUgZPP6fOPFK4A6fdG+DSyv0QohyAy47J3ApAiAlY/SBLd6c1MEvc6yaiD75
        ymqTR3t11gGXtsCyR9GYfQ==
        -----END CERTIFICATE-----
        """
}

/// One connection of ``ScriptedAPNs`` at the frame level, bound to its event loop.
final class ScriptedPeer: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let script: ScriptedAPNs.Script
    private let tell: (ScriptedAPNs.Event) -> Void
    private var context: ChannelHandlerContext?
    private var started: [HTTP2StreamID: HPACKHeaders] = [:]
    private var bodies: [HTTP2StreamID: String] = [:]
    private var acknowledged: [() -> Void] = []

    /// Requests without a response, in order of arrival.
    private(set) var open: [HTTP2StreamID] = []
    /// The maximum number of concurrent requests.
    private(set) var mostOpen = 0
    /// The last stream that is processed: GOAWAY's, or all.
    private(set) var lastProcessed = HTTP2StreamID.maxID

    init(script: @escaping ScriptedAPNs.Script, tell: @escaping (ScriptedAPNs.Event) -> Void) {
        self.script = script
        self.tell = tell
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent {
            tell(.connected(NIOLoopBound(self, eventLoop: context.eventLoop)))
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let content):
            started[frame.streamID] = content.headers
            open.append(frame.streamID)
            mostOpen = max(mostOpen, open.count)
        case .data(let content):
            giveBack(content.data.readableBytes)
            if case .byteBuffer(let bytes) = content.data {
                bodies[frame.streamID, default: ""] += String(buffer: bytes)
            }
            guard content.endStream, let headers = started[frame.streamID] else { return }
            let request = ScriptedAPNs.Request(
                stream: frame.streamID, headers: headers, body: bodies[frame.streamID] ?? "")
            tell(.request(request))
            script(self, request)
        case .rstStream:
            open.removeAll { $0 == frame.streamID }
            tell(.reset)
        case .ping(_, ack: true):
            acknowledged.removeFirst()()
        default:
            break
        }
    }

    func channelInactive(context: ChannelHandlerContext) { tell(.disconnected) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    // MARK: Script actions

    func respond(_ stream: HTTP2StreamID, _ status: Int = 200, _ fields: HPACKHeaders = [:], body: String = "") {
        open.removeAll { $0 == stream }
        var headers: HPACKHeaders = [":status": "\(status)"]
        headers.add(contentsOf: fields)
        write(stream, .headers(.init(headers: headers, endStream: body.isEmpty)))
        if !body.isEmpty { write(stream, .data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true))) }
    }

    func refuse(_ stream: HTTP2StreamID, _ status: Int, _ reason: String) {
        respond(stream, status, body: #"{"reason":"\#(reason)"}"#)
    }

    func respondToAll() {
        for stream in open { respond(stream) }
    }

    func reset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        open.removeAll { $0 == stream }
        write(stream, .rstStream(code))
    }

    func allow(streams: Int) {
        write(.rootStream, .settings(.settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)])))
    }

    func goAway(last: HTTP2StreamID, _ words: String? = nil) {
        open.removeAll { $0 > last }
        lastProcessed = last
        write(
            .rootStream,
            .goAway(lastStreamID: last, errorCode: .noError, opaqueData: words.map { ByteBuffer(string: $0) }))
    }

    /// Runs `body` when all frames that the client sent before it received this PING have arrived.
    func afterRoundTrip(_ body: @escaping () -> Void) {
        acknowledged.append(body)
        write(.rootStream, .ping(HTTP2PingData(withInteger: 7), ack: false))
    }

    /// Stops reading and writing.
    func goDeaf() {
        guard let context else { return }
        context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
    }

    func disconnect() { context?.close(promise: nil) }

    /// Writes the beginning of a HEADERS frame, and closes the connection.
    func disconnectWithinFrame(_ stream: HTTP2StreamID) {
        guard let context, let encoder = try? context.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
        else { return }
        var part = ByteBuffer(bytes: [0, 0, 40, 1, 5])
        part.writeInteger(UInt32(Int(stream)))
        part.writeBytes([0x88])
        // Below the encoder of frames.
        encoder.writeAndFlush(NIOAny(part), promise: nil)
        context.close(promise: nil)
    }

    /// Updates the connection's flow control window (RFC 9113 §6.9), because streams without channels do not.
    private func giveBack(_ count: Int) {
        if count > 0 { write(.rootStream, .windowUpdate(windowSizeIncrement: count)) }
    }

    private func write(_ stream: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload) {
        context?.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}
