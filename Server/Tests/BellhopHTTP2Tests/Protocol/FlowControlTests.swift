import NIOCore
import Testing

@testable import BellhopHTTP2

@Suite("Flow control", .timeLimit(.minutes(10)))
struct FlowControlTests {
    private func data(_ frames: [WrittenFrame]) -> [String] { frames.filter { $0.type == .data }.map(\.text) }

    @Test("sends a body as far as the stream's window allows")
    func stream() throws {
        var connection = ScriptedConnection(settings: [(4, 2)])
        try connection.send(ScriptedConnection.request("abcdefg"))
        #expect(data(connection.takeFrames()) == ["ab"])
        connection.receive(.windowUpdate(1, 3))
        #expect(data(connection.takeFrames()) == ["cde"])
        // A larger initial window applies to open streams too.
        connection.receive(.settings([(4, 4)]))
        let last = connection.takeFrames().filter { $0.type == .data }
        #expect(last.map(\.text) == ["fg"])
        #expect(last.map(\.flags) == [Flag.endStream])
    }

    @Test("waits when the initial window shrinks below what was sent")
    func negative() throws {
        var connection = ScriptedConnection(settings: [(4, 4)])
        try connection.send(ScriptedConnection.request("abcdefg"))
        connection.receive(.settings([(4, 1)]))
        _ = connection.takeFrames()
        connection.receive(.windowUpdate(1, 3))
        #expect(data(connection.takeFrames()) == [])
        connection.receive(.windowUpdate(1, 1))
        #expect(data(connection.takeFrames()) == ["e"])
    }

    @Test("sends every body completely through windows of one byte")
    func narrow() throws {
        var connection = ScriptedConnection(settings: [(4, 1)])
        let streams = try (1...100).map { try connection.send(ScriptedConnection.request("abc"), tag: $0) }
        #expect(data(connection.takeFrames()) == [String](repeating: "a", count: 100))
        for text in ["b", "c"] {
            for stream in streams.reversed() { connection.receive(.windowUpdate(stream, 1)) }
            let frames = connection.takeFrames().filter { $0.type == .data }
            #expect(frames.map(\.stream) == streams.reversed())
            #expect(frames.allSatisfy { $0.text == text && ($0.flags == Flag.endStream) == (text == "c") })
        }
    }

    @Test("sends bodies in order when the connection's window opens")
    func connection() throws {
        var connection = ScriptedConnection()
        let body = String(repeating: "x", count: 65_530)
        try connection.send(ScriptedConnection.request(body), tag: 1)
        try connection.send(ScriptedConnection.request("abcdefg"), tag: 2)
        try connection.send(ScriptedConnection.request("hijk"), tag: 3)
        // Frames of at most 16,384 bytes.
        #expect(data(connection.takeFrames()).map(\.utf8.count) == [16_384, 16_384, 16_384, 16_378, 5])
        connection.receive(.windowUpdate(0, 4))
        #expect(data(connection.takeFrames()) == ["fg", "hi"])
        connection.receive(.windowUpdate(0, 100))
        #expect(data(connection.takeFrames()) == ["jk"])
    }

    @Test("lets streams pass that a stream without a window would block")
    func overtaking() throws {
        var connection = ScriptedConnection(settings: [(4, 0)])
        try connection.send(ScriptedConnection.request("one"), tag: 1)
        try connection.send(ScriptedConnection.request("two"), tag: 2)
        connection.receive(.windowUpdate(3, 10))
        #expect(data(connection.takeFrames()) == ["two"])
        connection.client.reset(1)
        connection.receive(.windowUpdate(1, 10))
        #expect(data(connection.takeFrames()) == [])
    }

    @Test("returns the windows of received data, including padding and data of reset streams")
    func received() throws {
        var configuration = HTTP2ClientConnection.Configuration()
        configuration.streamWindow = 65_535
        configuration.connectionWindow = 80_000
        var connection = ScriptedConnection(configuration)
        try connection.send(tag: 1)
        try connection.send(tag: 2)
        connection.client.reset(3)
        connection.write()
        _ = connection.takeFrames()
        let part = RawFrame(0, flags: 8, stream: 1, [100] + [UInt8](repeating: 0, count: 15_999))
        connection.receive(.headers(1), part, part)
        #expect(connection.takeFrames() == [])
        connection.receive(part)
        #expect(
            connection.takeFrames() == [
                WrittenFrame(type: .windowUpdate, payload: RawFrame.bytes(48_000)),
                WrittenFrame(type: .windowUpdate, stream: 1, payload: RawFrame.bytes(48_000)),
            ])
        let late = RawFrame(0, stream: 3, [UInt8](repeating: 0, count: 16_000))
        connection.receive(late, late, late)
        #expect(connection.takeFrames() == [WrittenFrame(type: .windowUpdate, payload: RawFrame.bytes(48_000))])
        #expect(connection.takeHappened() == [])
    }
}
