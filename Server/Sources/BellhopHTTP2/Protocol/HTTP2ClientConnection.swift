package import NIOCore
import NIOHPACK

/// The client side of one HTTP/2 connection (RFC 9113) as a pure value: requests and received bytes go in, bytes to
/// write and events come out.
///
/// Streams have the caller's tags. Each accepted request gets exactly one ``Event/responded(tag:_:)`` or
/// ``Event/failed(tag:_:)``, unless ``reset(_:)`` comes first.
package struct HTTP2ClientConnection {
    package struct Configuration: Sendable {
        /// The maximum size of the header list of a response, and of its encoding, in bytes.
        package var headerListLimit = 16_384
        /// The flow-control window of each stream, in bytes.
        package var streamWindow = 1 << 17
        /// The flow-control window of the connection, in bytes.
        package var connectionWindow = 1 << 20
        /// The maximum number of PING and SETTINGS acknowledgements, resets and window updates between two writes. A
        /// peer that causes more of them and does not read is disconnected.
        package var queuedFrameLimit = 10_000
        /// The id of the first stream; odd.
        package var firstStream: UInt32 = 1

        package init() {}
    }

    package enum Event: Sendable {
        /// The peer announced SETTINGS_MAX_CONCURRENT_STREAMS.
        case streamLimit(Int)
        case responded(tag: UInt64, HTTP2Response)
        case failed(tag: UInt64, HTTP2StreamFailure)
        /// The peer sent GOAWAY, with its debug data. The connection accepts no more requests.
        case goingAway(HTTP2ErrorCode, ByteBuffer)
        /// The peer acknowledged a PING.
        case pong
        /// The peer violated the protocol. The connection must be closed after its output is written.
        case violated(HTTP2ConnectionError)
    }

    struct Stream {
        let tag: UInt64
        /// The maximum size of the response body.
        let responseLimit: Int
        /// The number of bytes that may be sent. Negative after the peer reduced its initial window (RFC 9113 §6.9.2).
        var sendWindow: Int
        /// The number of bytes that the peer may send.
        var receiveWindow: Int
        /// The part of the request body that waits for flow control; `nil` when all is sent.
        var unsent: ByteBuffer?
        /// True if the stream is in ``HTTP2ClientConnection/unsentStreams``.
        var isQueued = false
        var response: HTTP2Response?
        var contentLength: Int?
        var receivedLength = 0
    }

    /// A header block that continues in the next frame (RFC 9113 §6.10).
    struct OpenBlock {
        let stream: UInt32
        let endsStream: Bool
        var bytes: ByteBuffer
        var frames = 1
    }

    let configuration: Configuration
    var output: ByteBuffer
    /// The beginning of a frame that has not arrived completely.
    var input = ByteBuffer()
    var streams = StreamTable<Stream>()
    /// The streams whose bodies wait for the connection's window, in order.
    var unsentStreams = CircularBuffer<UInt32>()
    var openBlock: OpenBlock?
    var encoder = HeaderEncoder()
    var decoder: HPACKDecoder
    var connectionSendWindow = 65_535
    var connectionReceiveWindow: Int
    var peerInitialWindow = 65_535
    var peerFrameSize = 16_384
    var peerHeaderListLimit = Int.max
    var hasPeerSettings = false
    /// The highest stream that the peer may process: GOAWAY's, or all.
    var lastProcessed = UInt32.max
    /// The highest stream whose request was taken for writing.
    var lastWritten: UInt32 = 0
    var nextStream: UInt32
    /// The number of frames in `output` that the peer caused.
    var queuedFrames = 0
    /// True after ``Event/violated(_:)`` or ``end(into:)``.
    var isEnded = false

    /// The maximum size of received frames (SETTINGS_MAX_FRAME_SIZE), in bytes.
    static let frameSize = 16_384
    static let lastStreamID: UInt32 = (1 << 31) - 1
    static let largestWindow = (1 << 31) - 1

    /// Begins the connection: the preface and SETTINGS are ready to be written (RFC 9113 §3.4).
    package init(_ configuration: Configuration = Configuration(), allocator: ByteBufferAllocator = .init()) {
        self.configuration = configuration
        nextStream = configuration.firstStream
        connectionReceiveWindow = configuration.connectionWindow
        output = allocator.buffer(capacity: 4096)
        decoder = HPACKDecoder(
            allocator: allocator, maxDynamicTableSize: HeaderEncoder.defaultTableSize,
            maxHeaderListSize: configuration.headerListLimit)
        output.writeStaticString("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        let settings: [(Setting, Int)] = [
            (.headerTableSize, HeaderEncoder.defaultTableSize), (.enablePush, 0), (.maxConcurrentStreams, 0),
            (.initialWindowSize, configuration.streamWindow), (.maxFrameSize, Self.frameSize),
            (.maxHeaderListSize, configuration.headerListLimit),
        ]
        writeHeader(.settings, flags: 0, stream: 0, length: 6 * settings.count)
        for (setting, value) in settings {
            output.writeInteger(setting.rawValue)
            output.writeInteger(UInt32(value))
        }
        let increment = configuration.connectionWindow - 65_535
        if increment > 0 { writeFrame(.windowUpdate, stream: 0, UInt32(increment)) }
    }

    /// The number of streams without a response.
    package var openStreams: Int { streams.count }

    /// True if ``send(_:tag:)`` can open a stream: the connection is not going away and has stream ids left.
    package var acceptsRequests: Bool {
        !isEnded && lastProcessed == .max && nextStream <= Self.lastStreamID
    }

    /// True if ``takeOutput()`` has bytes.
    package var hasOutput: Bool { output.readableBytes > 0 }

    /// The bytes to write. Requests in them count as sent.
    package mutating func takeOutput() -> ByteBuffer {
        let taken = output
        // The next output is probably as large.
        output = ByteBufferAllocator().buffer(capacity: min(max(taken.readableBytes, 1024), 1 << 20))
        lastWritten = nextStream - 1
        queuedFrames = 0
        return taken
    }
}

// MARK: - Requests

extension HTTP2ClientConnection {
    /// Opens a stream. The number of concurrent streams is limited by the caller.
    ///
    /// - Returns: The id of the stream.
    /// - Throws: ``HTTP2StreamFailure/notProcessed`` when the connection accepts no requests, or
    ///   ``HTTP2StreamFailure/invalidRequest``. No event follows.
    @discardableResult
    package mutating func send(_ request: HTTP2Request, tag: UInt64) throws(HTTP2StreamFailure) -> UInt32 {
        guard acceptsRequests else { throw .notProcessed }
        guard request.isValid, request.listSize <= peerHeaderListLimit else { throw .invalidRequest }
        let id = nextStream
        nextStream += 2
        let size = request.body.count
        let sendsBody = size > 0 && size <= peerFrameSize && size <= connectionSendWindow && size <= peerInitialWindow
        writeRequest(request, stream: id, withBody: sendsBody)
        var stream = Stream(
            tag: tag, responseLimit: request.responseLimit, sendWindow: peerInitialWindow,
            receiveWindow: configuration.streamWindow)
        if sendsBody {
            stream.sendWindow -= size
            connectionSendWindow -= size
        } else if size > 0 {
            stream.unsent = ByteBuffer(bytes: request.body)
            stream.isQueued = true
            unsentStreams.append(id)
        }
        streams.insert(stream, id: id)
        if stream.isQueued { sendBodies() }
        return id
    }

    /// Resets a stream with CANCEL, without an event. Does nothing when the stream has ended.
    package mutating func reset(_ id: UInt32) {
        guard streams.remove(id) != nil, !isEnded else { return }
        writeFrame(.resetStream, stream: id, HTTP2ErrorCode.cancel.rawValue)
    }

    /// Sends a PING; ``Event/pong`` follows.
    package mutating func ping() {
        guard !isEnded else { return }
        // At most one PING is outstanding, so its payload does not matter.
        writeHeader(.ping, flags: 0, stream: 0, length: 8)
        output.writeInteger(UInt64(0))
    }

    /// Writes GOAWAY (RFC 9113 §6.8), before the connection is closed on purpose.
    package mutating func goAway() {
        guard !isEnded else { return }
        writeGoAway(.noError)
    }

    /// Ends the connection: each remaining request fails. Requests that were not taken for writing, or are above
    /// GOAWAY's last stream, were not processed. The newest fail first.
    package mutating func end(into events: inout [Event]) {
        isEnded = true
        unsentStreams.removeAll()
        for id in streams.ids.reversed() {
            guard let stream = streams.remove(id) else { continue }
            let isUnprocessed = id > lastProcessed || id > lastWritten
            events.append(.failed(tag: stream.tag, isUnprocessed ? .notProcessed : .interrupted))
        }
    }

    /// Writes HEADERS, CONTINUATION when the block is large, and DATA.
    private mutating func writeRequest(_ request: HTTP2Request, stream: UInt32, withBody: Bool) {
        let isEmpty = request.body.isEmpty
        let flags: UInt8 = Flag.endHeaders | (isEmpty ? Flag.endStream : 0)
        let size = HeaderEncoder.maximumSize(request)
        let room = size + 2 * FrameHeader.size + (withBody ? request.body.count : 0)
        guard size <= peerFrameSize else {
            return writeLargeRequest(request, stream: stream, withBody: withBody)
        }
        Self.write(
            request, flags: flags, stream: stream, withBody: withBody, room: room, encoder: &encoder, into: &output)
    }

    /// A function without `self`, because the encoder changes while the output does.
    private static func write(
        _ request: HTTP2Request, flags: UInt8, stream: UInt32, withBody: Bool, room: Int,
        encoder: inout HeaderEncoder, into output: inout ByteBuffer
    ) {
        _ = output.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { memory in
            guard let start = memory.baseAddress else { return 0 }
            let length = encoder.encode(request, into: start + 9)
            storeHeader(start, .headers, flags: flags, stream: stream, length: length)
            guard withBody else { return 9 + length }
            let data = start + 9 + length
            let size = request.body.count
            storeHeader(data, .data, flags: Flag.endStream, stream: stream, length: size)
            request.body.withUnsafeBytes { body in
                if let base = body.baseAddress { (data + 9).copyMemory(from: base, byteCount: size) }
            }
            return 18 + length + size
        }
    }

    private mutating func writeLargeRequest(_ request: HTTP2Request, stream: UInt32, withBody: Bool) {
        var block = ByteBuffer()
        Self.encode(request, with: &encoder, into: &block)
        var type = FrameType.headers
        repeat {
            var part = block.readSlice(length: min(block.readableBytes, peerFrameSize)) ?? ByteBuffer()
            let end = block.readableBytes == 0 ? Flag.endHeaders : 0
            let last = type == .headers && request.body.isEmpty ? Flag.endStream : 0
            writeHeader(type, flags: end | last, stream: stream, length: part.readableBytes)
            output.writeBuffer(&part)
            type = .continuation
        } while block.readableBytes > 0
        guard withBody else { return }
        writeHeader(.data, flags: Flag.endStream, stream: stream, length: request.body.count)
        output.writeBytes(request.body)
    }

    private static func encode(_ request: HTTP2Request, with encoder: inout HeaderEncoder, into block: inout ByteBuffer)
    {
        block.writeWithUnsafeMutableBytes(minimumWritableBytes: HeaderEncoder.maximumSize(request)) { memory in
            guard let start = memory.baseAddress else { return 0 }
            return encoder.encode(request, into: start)
        }
    }

    /// Sends bodies as far as the windows allow (RFC 9113 §6.9).
    mutating func sendBodies() {
        while connectionSendWindow > 0, let id = unsentStreams.popFirst() {
            guard let position = streams.position(of: id), var body = streams[position].unsent else { continue }
            var stream = streams[position]
            while body.readableBytes > 0 {
                let size = min(body.readableBytes, connectionSendWindow, stream.sendWindow, peerFrameSize)
                guard size > 0, var part = body.readSlice(length: size) else { break }
                let flags = body.readableBytes == 0 ? Flag.endStream : 0
                writeHeader(.data, flags: flags, stream: id, length: size)
                output.writeBuffer(&part)
                connectionSendWindow -= size
                stream.sendWindow -= size
            }
            stream.unsent = body.readableBytes > 0 ? body : nil
            // A stream without a window of its own waits for its WINDOW_UPDATE, outside of the queue.
            stream.isQueued = stream.unsent != nil && stream.sendWindow > 0
            streams[position] = stream
            if stream.isQueued { unsentStreams.prepend(id) }
        }
    }
}
