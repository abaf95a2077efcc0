import NIOCore
import NIOHPACK

@testable import BellhopHTTP2

/// A client connection and the server's side of it, frame by frame, without I/O.
struct ScriptedConnection {
    var client: HTTP2ClientConnection
    var events: [HTTP2ClientConnection.Event] = []
    /// The frames that the client has written.
    var frames: [WrittenFrame] = []
    /// Decodes the header blocks of the client's frames in order.
    private var decoder: HPACKDecoder
    private var isPrefaceRead = false
    private var unread = ByteBuffer()

    /// - Parameter settings: The server's first SETTINGS. `nil` for none: the client's first frames are then in `frames`.
    init(
        _ configuration: HTTP2ClientConnection.Configuration = .init(), settings: [(UInt16, UInt32)]? = [],
        tableSize: Int = 4096
    ) {
        client = HTTP2ClientConnection(configuration)
        decoder = HPACKDecoder(allocator: .init(), maxDynamicTableSize: tableSize)
        if let settings { receive(.settings(settings)) }
        write()
        if settings != nil { frames = [] }
    }

    static let shared = HTTP2SharedFields(
        method: "POST", authority: "example.com",
        [HTTP2Field("authorization", "bearer a"), HTTP2Field("apns-topic", "com.example.app")])

    static func request(_ body: String = "hello", path: String = "/x", limit: Int = 1 << 16) -> HTTP2Request {
        HTTP2Request(
            shared, path: path, fields: [HTTP2Field("apns-id", "7")], body: Array(body.utf8),
            responseLimit: limit)
    }

    @discardableResult
    mutating func send(_ request: HTTP2Request = request(), tag: UInt64 = 1) throws -> UInt32 {
        let id = try client.send(request, tag: tag)
        write()
        return id
    }

    mutating func receive(_ frames: RawFrame...) {
        var bytes = ByteBuffer()
        for frame in frames { bytes.writeBytes(frame.bytes) }
        client.receive(bytes, into: &events)
        write()
    }

    /// Reads the frames that the client has written.
    mutating func write() {
        guard client.hasOutput else { return }
        var output = client.takeOutput()
        if !isPrefaceRead {
            isPrefaceRead = output.readString(length: 24) == "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        }
        unread.writeBuffer(&output)
        while let header = FrameHeader(unread), unread.readableBytes >= 9 + header.length {
            unread.moveReaderIndex(forwardBy: 9)
            let payload = unread.readSlice(length: header.length) ?? ByteBuffer()
            frames.append(
                WrittenFrame(
                    type: header.type, flags: header.flags, stream: header.stream,
                    payload: Array(payload.readableBytesView)))
        }
    }

    /// Removes and returns the frames written so far.
    mutating func takeFrames() -> [WrittenFrame] {
        defer { frames = [] }
        return frames
    }

    mutating func takeEvents() -> [HTTP2ClientConnection.Event] {
        defer { events = [] }
        return events
    }

    mutating func decode(_ frame: WrittenFrame) throws -> HPACKHeaders {
        var block = ByteBuffer(bytes: frame.payload)
        return try decoder.decodeHeaders(from: &block)
    }
}

/// A frame that the client has written.
struct WrittenFrame: Equatable {
    var type: FrameType?
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []

    var text: String { String(decoding: payload, as: UTF8.self) }
    /// The payload as one integer.
    var number: Int { payload.reduce(0) { $0 << 8 | Int($1) } }
    /// The error code of RST_STREAM or GOAWAY.
    var code: HTTP2ErrorCode {
        let bytes = type == .goAway ? payload[4..<8] : payload[0..<4]
        return HTTP2ErrorCode(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }
}

/// A frame of the server, valid or not.
struct RawFrame: Sendable {
    var bytes: [UInt8]

    init(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = [], length: Int? = nil) {
        let length = length ?? payload.count
        bytes = [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags]
        bytes += Self.bytes(stream) + payload
    }

    static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

    static func settings(_ settings: [(UInt16, UInt32)] = []) -> Self {
        var payload: [UInt8] = []
        for (name, value) in settings { payload += [UInt8(name >> 8), UInt8(name & 0xFF)] + bytes(value) }
        return Self(4, payload)
    }

    /// HEADERS whose fields are literals without indexing.
    static func headers(
        _ stream: UInt32, _ fields: [(String, String)] = [(":status", "200")], end: Bool = false, isWhole: Bool = true
    ) -> Self {
        Self(1, flags: (end ? 1 : 0) | (isWhole ? 4 : 0), stream: stream, block(fields))
    }

    static func block(_ fields: [(String, String)]) -> [UInt8] {
        var block: [UInt8] = []
        for (name, value) in fields {
            block += [0, UInt8(name.utf8.count)]
            block += Array(name.utf8)
            block.append(UInt8(value.utf8.count))
            block += Array(value.utf8)
        }
        return block
    }

    static func continuation(_ stream: UInt32, _ block: [UInt8], isWhole: Bool = true) -> Self {
        Self(9, flags: isWhole ? 4 : 0, stream: stream, block)
    }

    static func data(_ stream: UInt32, _ text: String, end: Bool = true) -> Self {
        Self(0, flags: end ? 1 : 0, stream: stream, Array(text.utf8))
    }

    static func reset(_ stream: UInt32, _ code: HTTP2ErrorCode) -> Self {
        Self(3, stream: stream, bytes(code.rawValue))
    }

    static func goAway(_ last: UInt32, _ code: HTTP2ErrorCode = .noError, _ text: String = "") -> Self {
        Self(7, bytes(last) + bytes(code.rawValue) + Array(text.utf8))
    }

    static func windowUpdate(_ stream: UInt32, _ increment: UInt32) -> Self {
        Self(8, stream: stream, bytes(increment))
    }

    static func ping(_ payload: [UInt8] = Array(1...8), isAcknowledgement: Bool = false) -> Self {
        Self(6, flags: isAcknowledgement ? 1 : 0, payload)
    }
}

/// An event, for comparisons.
enum Happened: Hashable, Sendable {
    case streamLimit(Int)
    case responded(UInt64, Int, String)
    case failed(UInt64, HTTP2StreamFailure)
    case goingAway(HTTP2ErrorCode, String)
    case pong
    case violated(HTTP2ErrorCode)

    init(_ event: HTTP2ClientConnection.Event) {
        self =
            switch event {
            case .streamLimit(let limit): .streamLimit(limit)
            case .responded(let tag, let response): .responded(tag, response.status, String(buffer: response.body))
            case .failed(let tag, let failure): .failed(tag, failure)
            case .goingAway(let code, let data): .goingAway(code, String(buffer: data))
            case .pong: .pong
            case .violated(let error): .violated(error.code)
            }
    }
}

extension ScriptedConnection {
    mutating func takeHappened() -> [Happened] { takeEvents().map(Happened.init) }
}
