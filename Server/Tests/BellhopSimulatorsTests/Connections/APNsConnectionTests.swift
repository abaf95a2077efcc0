import BellhopModel
import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Synchronization
import Testing

@testable import BellhopSimulators

/// The connection alone, fed with frames: what a client that keeps to the rules never shows.
@Suite("A connection, frame by frame")
struct APNsConnectionTests {
    private let credential = SimulatedCredential()
    private let exchange: APNsExchange
    private let channel: EmbeddedChannel

    init() throws {
        exchange = APNsExchange(configuration: .init(keys: [credential.providerKey])) { Bench.start }
        channel = EmbeddedChannel(handler: APNsConnection(exchange: exchange))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 443)).wait()
        // The enlargement of the connection's window.
        _ = try channel.readOutbound(as: HTTP2Frame.self)
    }

    private func open(_ id: HTTP2StreamID, endStream: Bool = false) throws {
        let request = Provider.Request(try credential.providerToken(issuedAt: Bench.start))
        let headers = HTTP2Frame.FramePayload.headers(.init(headers: request.headers, endStream: endStream))
        try channel.writeInbound(HTTP2Frame(streamID: id, payload: headers))
    }

    private func send(_ text: String, on id: HTTP2StreamID, endStream: Bool) throws {
        let data = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(.init(string: text)), endStream: endStream))
        try channel.writeInbound(HTTP2Frame(streamID: id, payload: data))
    }

    /// What went out: `settings 1000`, `status 200 on 1`, `reset 3`, …
    private func sent() throws -> [String] {
        var sent: [String] = []
        while let frame = try channel.readOutbound(as: HTTP2Frame.self) {
            switch frame.payload {
            case .settings(.settings(let settings)): sent += settings.map { "settings \($0.value)" }
            case .headers(let block):
                sent.append("status \(block.headers.first(name: ":status") ?? "") on \(Int(frame.streamID))")
            case .rstStream(let code): sent.append("reset \(Int(frame.streamID)) with \(code.networkCode)")
            case .data(let data):
                if case .byteBuffer(let bytes) = data.data { sent.append(String(buffer: bytes)) }
            default: sent.append("\(frame.payload)")
            }
        }
        return sent
    }

    @Test("A second stream before the first valid token is turned away, and may be tried again")
    func turnsAway() throws {
        try open(1)
        try open(3)
        #expect(try sent() == ["reset 3 with 7"])
        #expect(exchange.state.withLock { $0.statistics.streamsTurnedAway } == 1)
        try send(#"{"aps":{}}"#, on: 1, endStream: true)
        #expect(try sent() == ["settings 1000", "status 200 on 1"])
        try open(5)
        try open(7)
        #expect(try sent() == [])
    }

    @Test("A payload may come in pieces")
    func pieces() throws {
        try open(1)
        for piece in [#"{"ap"#, #"s":"#, #"{}}"#] { try send(piece, on: 1, endStream: false) }
        try send("", on: 1, endStream: true)
        #expect(try sent() == ["settings 1000", "status 200 on 1"])
        let payloads = exchange.state.withLock { $0.log.entries.map(\.payload) }
        #expect(payloads == [Array(#"{"aps":{}}"#.utf8)])
    }

    @Test("A payload beyond every limit is refused before its end, and the client is asked to stop")
    func tooLong() throws {
        try open(1)
        try send(String(repeating: "x", count: 5000), on: 1, endStream: false)
        #expect(try sent() == [])
        try send(String(repeating: "x", count: 5000), on: 1, endStream: false)
        #expect(try sent() == ["status 413 on 1", #"{"reason":"PayloadTooLarge"}"#, "reset 1 with 0"])
        try send(String(repeating: "x", count: 5000), on: 1, endStream: true)
        #expect(try sent() == [])
        #expect(exchange.state.withLock { $0.statistics.requests } == 1)
    }

    @Test("A request that ends with its headers has no payload")
    func noPayload() throws {
        try open(1, endStream: true)
        #expect(try sent() == ["status 400 on 1", #"{"reason":"PayloadEmpty"}"#])
    }

    @Test("A request that the client resets gets no answer when it is released")
    func resetByClient() throws {
        exchange.state.withLock { $0.script.add(.hold, times: 1, token: nil) }
        try open(1)
        try send(#"{"aps":{}}"#, on: 1, endStream: true)
        try channel.writeInbound(HTTP2Frame(streamID: 1, payload: .rstStream(.cancel)))
        exchange.release()
        channel.embeddedEventLoop.run()
        #expect(try sent() == [])
    }
}
