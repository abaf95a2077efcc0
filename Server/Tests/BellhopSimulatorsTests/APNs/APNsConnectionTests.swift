import BellhopModel
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import BellhopSimulators

/// Tests of the connection handler with frames that a conforming client does not send.
@Suite("A connection at the frame level")
struct APNsConnectionTests {
    private let credential = SimulatedCredential()
    private let backend: APNsBackend
    private let channel: EmbeddedChannel

    init() throws {
        backend = APNsBackend(configuration: .init(keys: [credential.providerKey])) { APNsBench.start }
        channel = EmbeddedChannel(handler: APNsServerConnection(backend: backend))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 443)).wait()
        // The initial window update of the connection.
        _ = try channel.readOutbound(as: HTTP2Frame.self)
    }

    private func open(_ id: HTTP2StreamID, endStream: Bool = false) throws {
        let request = Provider.Request(try credential.providerToken(issuedAt: APNsBench.start))
        let headers = HTTP2Frame.FramePayload.headers(.init(headers: request.headers, endStream: endStream))
        try channel.writeInbound(HTTP2Frame(streamID: id, payload: headers))
    }

    private func send(_ text: String, on id: HTTP2StreamID, endStream: Bool) throws {
        let data = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(.init(string: text)), endStream: endStream))
        try channel.writeInbound(HTTP2Frame(streamID: id, payload: data))
    }

    /// The sent frames: `settings 1000`, `status 200 on 1`, `reset 3`, …
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

    @Test("A second stream before the first valid token is refused, and may be retried")
    func turnsAway() throws {
        try open(1)
        try open(3)
        #expect(try sent() == ["reset 3 with 7"])
        #expect(backend.state.withLockedValue { $0.statistics.refusedStreams } == 1)
        try send(#"{"aps":{}}"#, on: 1, endStream: true)
        #expect(try sent() == ["settings 1000", "status 200 on 1"])
        try open(5)
        try open(7)
        #expect(try sent() == [])
    }

    @Test("A payload may arrive in several frames")
    func pieces() throws {
        try open(1)
        for piece in [#"{"ap"#, #"s":"#, #"{}}"#] { try send(piece, on: 1, endStream: false) }
        try send("", on: 1, endStream: true)
        #expect(try sent() == ["settings 1000", "status 200 on 1"])
        let payloads = backend.state.withLockedValue { $0.log.entries.map(\.payload) }
        #expect(payloads == [Array(#"{"aps":{}}"#.utf8)])
    }

    @Test("A payload above every limit is refused before its end, and the stream is reset")
    func tooLong() throws {
        try open(1)
        try send(String(repeating: "x", count: 5000), on: 1, endStream: false)
        #expect(try sent() == [])
        try send(String(repeating: "x", count: 5000), on: 1, endStream: false)
        #expect(try sent() == ["status 413 on 1", #"{"reason":"PayloadTooLarge"}"#, "reset 1 with 0"])
        try send(String(repeating: "x", count: 5000), on: 1, endStream: true)
        #expect(try sent() == [])
        #expect(backend.state.withLockedValue { $0.statistics.requests } == 1)
    }

    @Test("A request that ends with its headers has no payload")
    func noPayload() throws {
        try open(1, endStream: true)
        #expect(try sent() == ["status 400 on 1", #"{"reason":"PayloadEmpty"}"#])
    }

    @Test("A request that the client reset gets no response when it is released")
    func resetByClient() throws {
        backend.state.withLockedValue { $0.script.add(.hold, times: 1, token: nil) }
        try open(1)
        try send(#"{"aps":{}}"#, on: 1, endStream: true)
        try channel.writeInbound(HTTP2Frame(streamID: 1, payload: .rstStream(.cancel)))
        backend.release()
        channel.embeddedEventLoop.run()
        #expect(try sent() == [])
    }
}

@Suite("The stream limit")
struct StreamLimitTests {
    /// A sequence of responses, with the limits that are announced for them.
    struct Course: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var rule = StreamLimitPolicy.vendor
        var answers: [(isAuthenticated: Bool, refusal: APNsRefusal?)]
        var announced: [Int?]
    }

    @Test(
        "The stream limit is announced only when it changes",
        arguments: [
            Course(
                testDescription: "raised by the first success", answers: [(true, nil), (true, nil)],
                announced: [1000, nil]),
            Course(
                testDescription: "not raised by a bad token", answers: [(false, .invalidProviderToken), (true, nil)],
                announced: [nil, 1000]),
            Course(
                testDescription: "falls after a 4xx, comes back with a success",
                answers: [(true, nil), (true, .badTopic), (true, .badTopic), (true, nil)],
                announced: [1000, 1, nil, 1000]),
            Course(
                testDescription: "410 is no error condition, 5xx is not 4xx",
                answers: [
                    (true, nil), (true, .unregistered(since: Timestamp(seconds: 0))), (true, .internalServerError),
                ],
                announced: [1000, nil, nil]),
            Course(
                testDescription: "a 410 to a valid token raises it",
                answers: [(true, .unregistered(since: Timestamp(seconds: 0)))], announced: [1000]),
            Course(
                testDescription: "a first request that is refused leaves it at one",
                answers: [(true, .badTopic), (true, .internalServerError), (true, nil)], announced: [nil, nil, 1000]),
            Course(
                testDescription: "the fall switched off", rule: StreamLimitPolicy(fallsAfterError: false),
                answers: [(true, .badTopic), (true, .badTopic)], announced: [1000, nil]),
            Course(
                testDescription: "constant", rule: .constant(500),
                answers: [(false, .missingProviderToken), (true, nil)],
                announced: [nil, nil]),
        ])
    func announces(_ course: Course) {
        var limit = StreamLimit(course.rule)
        let announced = course.answers.map {
            limit.update(isAuthenticated: $0.isAuthenticated, refusal: $0.refusal)
        }
        #expect(announced == course.announced)
    }
}

@Suite("A simulator whose port is in use", .timeLimit(.minutes(10)))
struct ListenFailureTests {
    @Test("throws the system's message")
    func portInUse() async throws {
        let first = try FCMSimulator(.init(), clock: { Timestamp(seconds: 0) })
        try await first.start()
        let second = try FCMSimulator(.init(port: try #require(first.port)), clock: { Timestamp(seconds: 0) })
        let failure = await #expect(throws: SimulatorListenError.self) { try await second.start() }
        #expect(failure?.code == EADDRINUSE)
        #expect(failure?.description == String(cString: strerror(EADDRINUSE)))
        await second.stop()
        await first.stop()
    }
}
