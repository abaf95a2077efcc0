import NIOCore
import NIOHPACK
import Testing

@testable import BellhopHTTP2

@Suite("A client connection", .timeLimit(.minutes(10)))
struct ClientConnectionTests {
    @Test("begins with the preface, SETTINGS and a larger window")
    func preface() {
        let frames = ScriptedConnection(settings: nil).frames
        #expect(frames.map(\.type) == [.settings, .windowUpdate])
        var settings: [Int: Int] = [:]
        for start in stride(from: 0, to: frames[0].payload.count, by: 6) {
            let parameter = Array(frames[0].payload[start..<start + 6])
            settings[Int(parameter[1])] = parameter[2...].reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(settings == [1: 4096, 2: 0, 3: 0, 4: 1 << 17, 5: 16_384, 6: 16_384])
        #expect(frames[1].number == (1 << 20) - 65_535)
    }

    @Test("sends HEADERS and DATA, and returns the response with its body")
    func exchange() throws {
        var connection = ScriptedConnection()
        #expect(try connection.send(tag: 9) == 1)
        let frames = connection.takeFrames()
        #expect(frames.map(\.type) == [.headers, .data])
        #expect(frames.map(\.flags) == [Flag.endHeaders, Flag.endStream])
        #expect(frames[1].text == "hello")
        let fields = try connection.decode(frames[0]).map { "\($0.name)=\($0.value)" }
        #expect(
            Set(fields) == [
                ":method=POST", ":scheme=https", ":authority=example.com", ":path=/x", "authorization=bearer a",
                "apns-topic=com.example.app", "apns-id=7",
            ])
        #expect(fields.prefix(4).allSatisfy { $0.hasPrefix(":") })
        connection.receive(.headers(1, [(":status", "400"), ("retry-after", "5")]), .data(1, "bad", end: false))
        #expect(connection.takeHappened() == [])
        connection.receive(.data(1, " request"))
        #expect(connection.takeHappened() == [.responded(9, 400, "bad request")])
        #expect(connection.client.openStreams == 0)
    }

    @Test("ends the stream with HEADERS when there is no body")
    func emptyBody() throws {
        var connection = ScriptedConnection()
        try connection.send(ScriptedConnection.request(""))
        #expect(connection.takeFrames().map(\.flags) == [Flag.endHeaders | Flag.endStream])
    }

    @Test("accepts frames in pieces of any size", arguments: 1...12)
    func pieces(size: Int) throws {
        var connection = ScriptedConnection()
        try connection.send()
        let bytes = RawFrame.headers(1).bytes + RawFrame.data(1, "a body of some length").bytes
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)])
            connection.client.receive(piece, into: &connection.events)
        }
        #expect(connection.takeHappened() == [.responded(1, 200, "a body of some length")])
    }

    @Test("ignores informational responses, padding, priority, trailers and unknown frames")
    func extras() throws {
        var connection = ScriptedConnection()
        try connection.send()
        let status = RawFrame.block([(":status", "200")])
        connection.receive(
            .headers(1, [(":status", "103"), ("link", "</a>")]), RawFrame(0xFA, stream: 1, [1, 2, 3]),
            RawFrame(2, stream: 1, [0, 0, 0, 0, 16]), RawFrame(2, stream: 9, [0, 0, 0, 0, 16]),
            RawFrame(1, flags: 0x2C, stream: 1, [3, 0, 0, 0, 0, 16] + status + [0, 0, 0]),
            RawFrame(0, flags: 8, stream: 1, [2] + Array("hi".utf8) + [0, 0]),
            .headers(1, [("checksum", "1")], end: true))
        #expect(connection.takeHappened() == [.responded(1, 200, "hi")])
    }

    @Test("joins a header block that continues in other frames")
    func continuation() throws {
        var connection = ScriptedConnection()
        try connection.send()
        let block = RawFrame.block([(":status", "200"), ("apns-unique-id", "f00")])
        connection.receive(
            RawFrame(1, flags: 1, stream: 1, Array(block[..<4])), .continuation(1, Array(block[4..<9]), isWhole: false),
            .continuation(1, Array(block[9...])))
        guard case .responded(1, let response)? = connection.takeEvents().first else {
            Issue.record("no response")
            return
        }
        #expect(response["apns-unique-id"] == "f00")
    }

    @Test("keeps a response body up to its limit")
    func limit() throws {
        var connection = ScriptedConnection()
        try connection.send(ScriptedConnection.request(limit: 5))
        connection.receive(.headers(1), .data(1, "123", end: false), .data(1, "4567", end: false), .data(1, "89"))
        guard case .responded(1, let response)? = connection.takeEvents().first else {
            Issue.record("no response")
            return
        }
        #expect(String(buffer: response.body) == "12345")
        #expect(response.isTruncated)
    }

    @Test("acknowledges SETTINGS and PING, and reports limits and its own PING")
    func control() {
        var connection = ScriptedConnection()
        connection.receive(.settings([(3, 7), (3, 8), (0xFF, 1)]), .ping())
        #expect(connection.takeHappened() == [.streamLimit(8)])
        let frames = connection.takeFrames()
        #expect(
            frames == [
                WrittenFrame(type: .settings, flags: 1), WrittenFrame(type: .ping, flags: 1, payload: Array(1...8)),
            ])
        connection.client.ping()
        connection.write()
        #expect(connection.takeFrames() == [WrittenFrame(type: .ping, payload: Array(repeating: 0, count: 8))])
        connection.receive(.ping(isAcknowledgement: true))
        #expect(connection.takeHappened() == [.pong])
    }

    @Test("resets a stream without an event, and ignores its late response but not the block's table entries")
    func reset() throws {
        var connection = ScriptedConnection()
        try connection.send(tag: 1)
        try connection.send(tag: 2)
        connection.client.reset(77)
        connection.client.reset(1)
        connection.client.reset(1)
        connection.write()
        #expect(connection.takeFrames().filter { $0.type == .resetStream }.map(\.code) == [.cancel])
        // The block of the reset stream adds `x: y` to the dynamic table, and the next one refers to it.
        connection.receive(
            RawFrame(1, flags: 5, stream: 1, [0x88, 0x40, 1, 0x78, 1, 0x79]),
            RawFrame(1, flags: 5, stream: 3, [0x88, 0xBE]))
        guard case .responded(2, let response)? = connection.takeEvents().first else {
            Issue.record("no response")
            return
        }
        #expect(response["x"] == "y")
    }

    @Test("reports refused streams without a response as not processed, and other resets as interrupted")
    func resets() throws {
        var connection = ScriptedConnection()
        for tag in 1...4 { try connection.send(tag: UInt64(tag)) }
        connection.receive(
            .reset(1, .refusedStream), .reset(3, .internalError), .headers(5), .reset(5, .noError), .headers(7),
            .reset(7, .refusedStream))
        #expect(
            connection.takeHappened() == [
                .failed(1, .notProcessed), .failed(2, .interrupted), .failed(3, .interrupted), .failed(4, .interrupted),
            ])
    }

    @Test("accepts a response before the whole body is sent, and resets the stream")
    func earlyResponse() throws {
        var connection = ScriptedConnection(settings: [(4, 3)])
        try connection.send()
        #expect(connection.takeFrames().map(\.text).last == "hel")
        connection.receive(.headers(1, [(":status", "413")], end: true), .reset(1, .noError))
        #expect(connection.takeHappened() == [.responded(1, 413, "")])
        #expect(connection.takeFrames().map(\.code) == [.cancel])
        connection.receive(.windowUpdate(1, 10))
        #expect(connection.takeFrames() == [])
    }

    @Test("returns streams above GOAWAY's last as not processed, and completes the others")
    func goAway() throws {
        var connection = ScriptedConnection()
        for tag in 1...4 { try connection.send(tag: UInt64(tag)) }
        connection.receive(.goAway(.max >> 1), .goAway(3, .noError, #"{"reason":"Shutdown"}"#), .headers(1, end: true))
        #expect(
            connection.takeHappened() == [
                .goingAway(.noError, ""), .goingAway(.noError, #"{"reason":"Shutdown"}"#), .failed(4, .notProcessed),
                .failed(3, .notProcessed), .responded(1, 200, ""),
            ])
        #expect(!connection.client.acceptsRequests)
        #expect(throws: HTTP2StreamFailure.notProcessed) {
            try connection.client.send(ScriptedConnection.request(), tag: 5)
        }
        connection.client.end(into: &connection.events)
        #expect(connection.takeHappened() == [.failed(2, .interrupted)])
    }

    @Test("distinguishes written and unwritten requests when the connection ends")
    func lost() throws {
        var connection = ScriptedConnection()
        try connection.client.send(ScriptedConnection.request(), tag: 1)
        connection.write()
        try connection.client.send(ScriptedConnection.request(), tag: 2)
        connection.client.end(into: &connection.events)
        #expect(connection.takeHappened() == [.failed(2, .notProcessed), .failed(1, .interrupted)])
    }

    @Test("ends when its stream ids are used up")
    func exhaustion() throws {
        var configuration = HTTP2ClientConnection.Configuration()
        configuration.firstStream = (1 << 31) - 3
        var connection = ScriptedConnection(configuration)
        #expect(try connection.send(tag: 1) == (1 << 31) - 3)
        #expect(try connection.send(tag: 2) == (1 << 31) - 1)
        #expect(!connection.client.acceptsRequests)
        #expect(throws: HTTP2StreamFailure.notProcessed) {
            try connection.client.send(ScriptedConnection.request(), tag: 3)
        }
        connection.receive(.headers((1 << 31) - 1, end: true))
        #expect(connection.takeHappened() == [.responded(2, 200, "")])
    }

    @Test(
        "refuses a request with an invalid field, and stays usable",
        arguments: ["/a\r\nb", "/a\0", "", " /a", "/a\u{7F}bcdefghijklmnop"])
    func invalid(path: String) throws {
        var connection = ScriptedConnection()
        let request = ScriptedConnection.request(path: path)
        #expect(throws: HTTP2StreamFailure.invalidRequest) { try connection.client.send(request, tag: 1) }
        #expect(try connection.send(tag: 2) == 1)
    }

    @Test("refuses a request that exceeds the peer's SETTINGS_MAX_HEADER_LIST_SIZE")
    func headerList() throws {
        var connection = ScriptedConnection(settings: [(6, 300)])
        #expect(throws: HTTP2StreamFailure.invalidRequest) {
            try connection.client.send(ScriptedConnection.request(), tag: 1)
        }
        connection.receive(.settings([(6, 400)]))
        #expect(try connection.send() == 1)
    }

    @Test("accepts tabs and UTF-8 in fields")
    func text() throws {
        var connection = ScriptedConnection()
        try connection.send(ScriptedConnection.request(path: "/é\tü-long-enough-for-words"))
        let path = try connection.decode(connection.frames[0]).first(name: ":path")
        #expect(path == "/é\tü-long-enough-for-words")
    }
}
