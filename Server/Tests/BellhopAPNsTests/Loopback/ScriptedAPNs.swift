import BellhopPush
import Crypto
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

@testable import BellhopAPNs

/// A server that speaks HTTP/2 over TLS as APNs does, and answers as a test tells it.
final class ScriptedAPNs: Sendable {
    /// What came in on one stream.
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

    /// What has happened so far.
    private final class Log: Sendable {
        struct Record {
            var requests: [Request] = []
            var peers: [NIOLoopBound<ScriptedPeer>] = []
            var resets = 0
        }

        let record = Mutex(Record())
        let disconnections: AsyncStream<Void>
        private let disconnected: AsyncStream<Void>.Continuation

        init() { (disconnections, disconnected) = AsyncStream.makeStream() }

        func note(_ event: Event) {
            if case .disconnected = event { disconnected.yield() }
            record.withLock { record in
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
    ///   - negotiates: What TLS offers; `[]` for a server that does not know HTTP/2.
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

    var requests: [Request] { log.record.withLock { $0.requests } }
    var connections: Int { log.record.withLock { $0.peers.count } }
    var resets: Int { log.record.withLock { $0.resets } }

    /// One element for each connection that ended.
    var disconnections: AsyncStream<Void> { log.disconnections }
    /// The most requests that were open at a time, of all connections.
    func mostOpen() async throws -> Int {
        var most = 0
        for peer in log.record.withLock({ $0.peers }) {
            most = max(most, try await peer.eventLoop.submit { peer.value.mostOpen }.get())
        }
        return most
    }

    /// Does `body` with the newest connection, on its event loop.
    func withPeer(_ body: @escaping @Sendable (ScriptedPeer) -> Void) async throws {
        guard let peer = log.record.withLock({ $0.peers.last }) else { throw TestFault("nobody has connected") }
        try await peer.eventLoop.submit { body(peer.value) }.get()
    }

    func close() async throws {
        try await listener.close()
    }

    /// For localhost, 127.0.0.1 and ::1, from 2020 to 2120, signed with the key that 32 bytes of 7 make.
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
