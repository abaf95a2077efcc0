import NIOCore
import Testing

@testable import BellhopHTTP2

@Suite("A hostile peer", .timeLimit(.minutes(10)))
struct HostilePeerTests {
    /// Frames after one request on stream 1, and the error of the connection that they cause.
    static let violations: [(String, [RawFrame], HTTP2ErrorCode)] = [
        ("a frame above SETTINGS_MAX_FRAME_SIZE", [RawFrame(0, stream: 1, length: 16_385)], .frameSizeError),
        ("DATA without a stream", [RawFrame(0, [1])], .protocolError),
        ("DATA on a stream that is not open", [RawFrame(0, stream: 3, [1])], .protocolError),
        ("DATA on a stream of the server", [RawFrame(0, stream: 2, [1])], .protocolError),
        ("padding longer than the frame", [RawFrame(0, flags: 8, stream: 1, [5, 1])], .protocolError),
        ("a padded frame without content", [RawFrame(0, flags: 8, stream: 1)], .frameSizeError),
        ("HEADERS without a stream", [.headers(0)], .protocolError),
        ("HEADERS with a short priority", [RawFrame(1, flags: 0x24, stream: 1, [0, 0])], .frameSizeError),
        ("an invalid header block", [RawFrame(1, flags: 4, stream: 1, [0xFF, 0xFF, 0xFF])], .compressionError),
        ("an index beyond the table", [RawFrame(1, flags: 4, stream: 1, [0xC8])], .compressionError),
        (
            "a header list above the limit",
            [RawFrame(1, flags: 4, stream: 1, [0x88] + [UInt8](repeating: 0x90, count: 400))], .compressionError
        ),
        ("CONTINUATION without HEADERS", [.continuation(1, [])], .protocolError),
        ("another frame in a header block", [.headers(1, isWhole: false), .ping()], .protocolError),
        ("CONTINUATION of another stream", [.headers(1, isWhole: false), .continuation(3, [])], .protocolError),
        (
            "a header block without end",
            [.headers(1, isWhole: false)]
                + [RawFrame](repeating: .continuation(1, [UInt8](repeating: 0, count: 6000), isWhole: false), count: 3),
            .enhanceYourCalm
        ),
        (
            "empty CONTINUATION without end",
            [.headers(1, isWhole: false)] + [RawFrame](repeating: .continuation(1, [], isWhole: false), count: 101),
            .enhanceYourCalm
        ),
        ("RST_STREAM of a wrong size", [RawFrame(3, stream: 1, [0])], .frameSizeError),
        ("RST_STREAM without a stream", [.reset(0, .cancel)], .protocolError),
        ("SETTINGS with a stream", [RawFrame(4, stream: 1)], .protocolError),
        ("SETTINGS of a wrong size", [RawFrame(4, [0, 1, 2])], .frameSizeError),
        ("an acknowledgement with content", [RawFrame(4, flags: 1, [0, 1, 0, 0, 0, 0])], .frameSizeError),
        ("SETTINGS that enable pushes", [.settings([(2, 1)])], .protocolError),
        ("an initial window above 2^31 - 1", [.settings([(4, 1 << 31)])], .flowControlError),
        ("a frame size below 16,384", [.settings([(5, 16_383)])], .protocolError),
        ("a frame size above 2^24 - 1", [.settings([(5, 1 << 24)])], .protocolError),
        ("PUSH_PROMISE", [RawFrame(5, flags: 4, stream: 1, [0, 0, 0, 2])], .protocolError),
        ("PING of a wrong size", [.ping([1])], .frameSizeError),
        ("PING with a stream", [RawFrame(6, stream: 1, [UInt8](repeating: 0, count: 8))], .protocolError),
        ("GOAWAY with a stream", [RawFrame(7, stream: 1, [UInt8](repeating: 0, count: 8))], .protocolError),
        ("GOAWAY of a wrong size", [RawFrame(7, [0])], .frameSizeError),
        ("WINDOW_UPDATE of a wrong size", [RawFrame(8, [0])], .frameSizeError),
        ("WINDOW_UPDATE of zero", [.windowUpdate(0, 0)], .protocolError),
        ("WINDOW_UPDATE on a stream that is not open", [.windowUpdate(5, 1)], .protocolError),
        ("a connection window above 2^31 - 1", [.windowUpdate(0, .max >> 1)], .flowControlError),
        (
            "a stream window above 2^31 - 1 by SETTINGS",
            [.windowUpdate(1, (1 << 31) - 65_531), .settings([(4, 65_540)])],
            .flowControlError
        ),
    ]

    @Test("is disconnected for a violation, and its request may have been processed", arguments: violations)
    func violation(name: String, frames: [RawFrame], code: HTTP2ErrorCode) throws {
        var connection = ScriptedConnection()
        try connection.send()
        _ = connection.takeFrames()
        // Not yet written, and therefore certainly not processed.
        try connection.client.send(ScriptedConnection.request(), tag: 2)
        connection.client.receive(ByteBuffer(bytes: frames.flatMap(\.bytes)), into: &connection.events)
        // Frames of stream 3 belong to the second request.
        let happened = connection.takeHappened()
        if name.contains("not open"), name.hasPrefix("DATA") {
            #expect(happened == [.failed(2, .interrupted)])
            return
        }
        #expect(happened == [.failed(2, .notProcessed), .failed(1, .interrupted), .violated(code)])
        connection.write()
        let written = connection.takeFrames()
        #expect(written.map(\.type) == [.goAway])
        #expect(written.map(\.code) == [code])
        connection.receive(.headers(1, end: true))
        #expect(connection.takeHappened() == [])
    }

    /// Frames that end stream 1 with RST_STREAM, and do not affect the connection.
    static let streamErrors: [(String, [RawFrame], HTTP2ErrorCode)] = [
        ("DATA before HEADERS", [.data(1, "x")], .protocolError),
        ("a response without a status", [.headers(1, [("a", "b")], end: true)], .protocolError),
        ("a status of two digits", [.headers(1, [(":status", "20")], end: true)], .protocolError),
        ("two statuses", [.headers(1, [(":status", "200"), (":status", "200")], end: true)], .protocolError),
        ("a status after a field", [.headers(1, [("a", "b"), (":status", "200")], end: true)], .protocolError),
        ("another pseudo-header field", [.headers(1, [(":status", "200"), (":path", "/")])], .protocolError),
        ("an upper-case name", [.headers(1, [(":status", "200"), ("Retry-After", "1")])], .protocolError),
        ("a line feed in a value", [.headers(1, [(":status", "200"), ("a", "b\nc: d")])], .protocolError),
        ("a field of the connection", [.headers(1, [(":status", "200"), ("connection", "close")])], .protocolError),
        ("an informational response that ends", [.headers(1, [(":status", "103")], end: true)], .protocolError),
        ("status 101", [.headers(1, [(":status", "101")])], .protocolError),
        ("trailers that do not end", [.headers(1), .headers(1, [("a", "b")])], .protocolError),
        ("trailers with a status", [.headers(1), .headers(1, [(":status", "200")], end: true)], .protocolError),
        (
            "a body shorter than content-length",
            [.headers(1, [(":status", "200"), ("content-length", "5")]), .data(1, "1234")], .protocolError
        ),
        ("no body at all", [.headers(1, [(":status", "200"), ("content-length", "5")], end: true)], .protocolError),
        ("an invalid content-length", [.headers(1, [(":status", "200"), ("content-length", "-1")])], .protocolError),
        ("WINDOW_UPDATE of zero", [.windowUpdate(1, 0)], .protocolError),
        ("a window above 2^31 - 1", [.windowUpdate(1, .max >> 1)], .flowControlError),
    ]

    @Test("loses only the stream for an error of the stream", arguments: streamErrors)
    func streamError(name: String, frames: [RawFrame], code: HTTP2ErrorCode) throws {
        var connection = ScriptedConnection()
        try connection.send(tag: 1)
        try connection.send(tag: 2)
        _ = connection.takeFrames()
        for frame in frames { connection.receive(frame) }
        #expect(connection.takeHappened() == [.failed(1, .interrupted)])
        #expect(connection.takeFrames().map(\.code) == [code])
        connection.receive(.headers(3, end: true))
        #expect(connection.takeHappened() == [.responded(2, 200, "")])
    }

    @Test("is disconnected when it does not begin with SETTINGS", arguments: [RawFrame.ping(), RawFrame(4, flags: 1)])
    func beginning(frame: RawFrame) {
        var connection = ScriptedConnection(settings: nil)
        connection.receive(frame)
        #expect(connection.takeHappened() == [.violated(.protocolError)])
    }

    @Test("is disconnected when it sends more than the windows allow")
    func windows() throws {
        var configuration = HTTP2ClientConnection.Configuration()
        configuration.streamWindow = 100
        configuration.connectionWindow = 65_535
        var connection = ScriptedConnection(configuration)
        try connection.send()
        _ = connection.takeFrames()
        connection.receive(.headers(1), RawFrame(0, stream: 1, [UInt8](repeating: 0, count: 101)))
        #expect(connection.takeHappened() == [.failed(1, .interrupted)])
        #expect(connection.takeFrames().map(\.code) == [.flowControlError])
    }

    @Test("is disconnected when it asks for many answers and does not read them")
    func flood() {
        var configuration = HTTP2ClientConnection.Configuration()
        configuration.queuedFrameLimit = 100
        var connection = ScriptedConnection(configuration)
        for _ in 0..<200 { connection.receive(.ping()) }
        #expect(connection.takeHappened() == [])
        let bytes = [[UInt8]](repeating: RawFrame.ping().bytes, count: 101).flatMap { $0 }
        connection.client.receive(ByteBuffer(bytes: bytes), into: &connection.events)
        #expect(connection.takeHappened() == [.violated(.enhanceYourCalm)])
    }

    @Test("causes the work of one change when it repeats its initial window in SETTINGS")
    func repeatedWindows() throws {
        var connection = ScriptedConnection(settings: [(4, 0)])
        for tag in 1...1000 { try connection.send(tag: UInt64(tag)) }
        _ = connection.takeFrames()
        // An overflow of windows by intermediate values would be an error of the connection.
        let values = (0..<1000).map { (UInt16(4), UInt32($0.isMultiple(of: 2) ? 0 : Int32.max)) }
        connection.receive(.windowUpdate(1, 1), .settings(values + [(4, 5)]))
        #expect(connection.takeHappened() == [])
        #expect(connection.takeFrames().count { $0.type == .data && $0.flags == Flag.endStream } == 1000)
    }

    @Test("cannot make the client trap or report a request twice, with random frames", arguments: 0..<20)
    func random(seed: UInt64) throws {
        var generator = SplitMix(state: seed)
        for _ in 0..<200 {
            var connection = ScriptedConnection()
            for tag in 1...4 { try connection.send(tag: UInt64(tag)) }
            var ended: [UInt64] = []
            for _ in 0..<20 {
                connection.receive(.random(with: &generator))
                for case .some(let tag) in connection.takeHappened().map(\.endedTag) { ended.append(tag) }
            }
            connection.client.end(into: &connection.events)
            for case .some(let tag) in connection.takeHappened().map(\.endedTag) { ended.append(tag) }
            #expect(ended.sorted() == [1, 2, 3, 4])
        }
    }
}

extension Happened {
    fileprivate var endedTag: UInt64? {
        switch self {
        case .responded(let tag, _, _), .failed(let tag, _): tag
        default: nil
        }
    }
}

extension RawFrame {
    /// A frame that is often nearly valid.
    fileprivate static func random(with generator: inout SplitMix) -> RawFrame {
        let stream = UInt32([0, 1, 3, 5, 7, 7, 9, 2].randomElement(using: &generator) ?? 0)
        let blocks: [[UInt8]] = [
            [0x88], [], [0x88, 0x40, 1, 0x78, 1, 0x79], block([(":status", "103")]), block([("a", "b")]), [0xFF],
        ]
        let flags = UInt8.random(in: 0..<64, using: &generator) & 0x2D
        switch UInt8.random(in: 0...11, using: &generator) {
        case 0: return RawFrame(0, flags: flags & 9, stream: stream, [0, 1, 2])
        case 1, 9: return RawFrame(1, flags: flags | 4, stream: stream, blocks.randomElement(using: &generator) ?? [])
        case 3: return .reset(stream, [.cancel, .refusedStream].randomElement(using: &generator) ?? .cancel)
        case 4:
            return .settings([
                (UInt16.random(in: 1...7, using: &generator), UInt32.random(in: 0...70_000, using: &generator))
            ])
        case 6: return .ping(isAcknowledgement: flags & 1 == 1)
        case 7: return .goAway(stream)
        case 8: return .windowUpdate(stream, UInt32.random(in: 0...(1 << 16), using: &generator))
        case 10: return RawFrame(1, flags: flags & 1, stream: stream, [0x88])
        case 11: return .continuation(stream, [], isWhole: flags & 4 != 0)
        case let type: return RawFrame(type, flags: flags, stream: stream, [1, 2, 3, 4])
        }
    }
}

/// A generator with a seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
