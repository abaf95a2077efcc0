import NIOCore
import NIOHPACK

/// The frames of streams.
extension HTTP2ClientConnection {
    /// Removes padding (RFC 9113 §6.1) and priority (§6.2).
    private func content(_ header: FrameHeader, _ payload: ByteBuffer) throws -> ByteBuffer {
        var payload = payload
        var padding = 0
        if header.flags & Flag.padded != 0 {
            guard let length = payload.readInteger(as: UInt8.self) else {
                throw HTTP2ConnectionError(.frameSizeError, "a padded frame without a length")
            }
            padding = Int(length)
        }
        if header.type == .headers, header.flags & Flag.priority != 0 {
            guard payload.readSlice(length: 5) != nil else {
                throw HTTP2ConnectionError(.frameSizeError, "HEADERS without its priority")
            }
        }
        guard padding <= payload.readableBytes else {
            throw HTTP2ConnectionError(.protocolError, "more padding than content")
        }
        return payload.getSlice(at: payload.readerIndex, length: payload.readableBytes - padding) ?? ByteBuffer()
    }

    mutating func receiveHeaders(
        _ header: FrameHeader, _ payload: ByteBuffer, into events: inout [Event]
    ) throws {
        try checkStream(header)
        let block = header.flags & (Flag.padded | Flag.priority) == 0 ? payload : try content(header, payload)
        let endsStream = header.flags & Flag.endStream != 0
        guard header.flags & Flag.endHeaders != 0 else {
            openBlock = OpenBlock(stream: header.stream, endsStream: endsStream, bytes: block)
            return
        }
        try receiveBlock(block, stream: header.stream, endsStream: endsStream, into: &events)
    }

    mutating func receiveContinuation(
        _ header: FrameHeader, _ payload: ByteBuffer, into events: inout [Event]
    ) throws {
        guard var block = openBlock else {
            throw HTTP2ConnectionError(.protocolError, "CONTINUATION without a header block")
        }
        block.bytes.writeImmutableBuffer(payload)
        block.frames += 1
        // A block without end would take memory or, in empty frames, time.
        guard block.bytes.readableBytes <= configuration.headerListLimit, block.frames <= 100 else {
            throw HTTP2ConnectionError(.enhanceYourCalm, "a header block that is too large")
        }
        guard header.flags & Flag.endHeaders != 0 else {
            openBlock = block
            return
        }
        openBlock = nil
        try receiveBlock(block.bytes, stream: header.stream, endsStream: block.endsStream, into: &events)
    }

    private mutating func receiveBlock(
        _ block: ByteBuffer, stream id: UInt32, endsStream: Bool, into events: inout [Event]
    ) throws {
        // Every block is decoded, also of a stream that was reset, because it may change the dynamic table (§4.3).
        let headers: HPACKHeaders
        do {
            var block = block
            headers = try decoder.decodeHeaders(from: &block)
        } catch {
            throw HTTP2ConnectionError(.compressionError, "\(error)")
        }
        guard let index = streams.position(of: id) else { return }
        guard streams[index].response == nil else {
            // Trailers end the stream and have no pseudo-header fields (RFC 9113 §8.1).
            guard endsStream, headers.allSatisfy({ $0.name.isFieldName }) else {
                throw StreamError(code: .protocolError)
            }
            return try complete(id, into: &events)
        }
        guard let head = ResponseHead(headers) else { throw StreamError(code: .protocolError) }
        // Informational responses precede the final one (RFC 9110 §15.2), and 101 does not exist (RFC 9113 §8.6).
        if head.status < 200 {
            guard !endsStream, head.status != 101 else { throw StreamError(code: .protocolError) }
            return
        }
        let response = HTTP2Response(status: head.status, headers: headers, body: ByteBuffer(), isTruncated: false)
        guard !endsStream else {
            if head.hasBody, let length = head.contentLength, length != 0 { throw StreamError(code: .protocolError) }
            return finish(id, response, into: &events)
        }
        streams[index].response = response
        streams[index].contentLength = head.hasBody ? head.contentLength : nil
    }

    mutating func receiveData(
        _ header: FrameHeader, _ payload: ByteBuffer, into events: inout [Event]
    ) throws {
        try checkStream(header)
        // All of the payload counts, including padding (RFC 9113 §6.9.1).
        connectionReceiveWindow -= header.length
        guard connectionReceiveWindow >= 0 else {
            throw HTTP2ConnectionError(.flowControlError, "more data than the connection's window")
        }
        if connectionReceiveWindow <= configuration.connectionWindow / 2 {
            writeFrame(.windowUpdate, stream: 0, UInt32(configuration.connectionWindow - connectionReceiveWindow))
            connectionReceiveWindow = configuration.connectionWindow
        }
        let content = header.flags & Flag.padded == 0 ? payload : try content(header, payload)
        guard let index = streams.position(of: header.stream) else { return }
        guard streams[index].response != nil else { throw StreamError(code: .protocolError) }
        streams[index].receiveWindow -= header.length
        guard streams[index].receiveWindow >= 0 else { throw StreamError(code: .flowControlError) }
        streams[index].append(content)
        if header.flags & Flag.endStream != 0 { return try complete(header.stream, into: &events) }
        if streams[index].receiveWindow <= configuration.streamWindow / 2 {
            let increment = configuration.streamWindow - streams[index].receiveWindow
            streams[index].receiveWindow = configuration.streamWindow
            writeFrame(.windowUpdate, stream: header.stream, UInt32(increment))
        }
    }

    private mutating func complete(_ id: UInt32, into events: inout [Event]) throws {
        guard let index = streams.position(of: id), let response = streams[index].response else { return }
        // A body of another length is malformed (RFC 9113 §8.1.1).
        if let length = streams[index].contentLength, length != streams[index].receivedLength {
            throw StreamError(code: .protocolError)
        }
        finish(id, response, into: &events)
    }

    private mutating func finish(_ id: UInt32, _ response: consuming HTTP2Response, into events: inout [Event]) {
        guard let stream = streams.remove(id) else { return }
        // The peer responded before it received the whole request; the rest is not needed (RFC 9113 §8.1).
        if stream.unsent != nil { writeFrame(.resetStream, stream: id, HTTP2ErrorCode.cancel.rawValue) }
        events.append(.responded(tag: stream.tag, response))
    }

    mutating func receiveReset(
        _ header: FrameHeader, _ payload: ByteBuffer, into events: inout [Event]
    ) throws {
        try checkStream(header)
        guard header.length == 4, let code = payload.getInteger(at: payload.readerIndex, as: UInt32.self) else {
            throw HTTP2ConnectionError(.frameSizeError, "RST_STREAM of \(header.length) bytes")
        }
        guard let stream = streams.remove(header.stream) else { return }
        // A peer that has responded has processed the request, whatever the code.
        let isRefused = HTTP2ErrorCode(rawValue: code) == .refusedStream && stream.response == nil
        events.append(.failed(tag: stream.tag, isRefused ? .notProcessed : .interrupted))
    }
}

extension HTTP2ClientConnection.Stream {
    fileprivate mutating func append(_ content: ByteBuffer) {
        receivedLength += content.readableBytes
        guard let stored = response?.body.readableBytes else { return }
        let room = responseLimit - stored
        if content.readableBytes > room { response?.isTruncated = true }
        guard room > 0, content.readableBytes > 0,
            let part = content.getSlice(at: content.readerIndex, length: min(room, content.readableBytes))
        else { return }
        response?.body.writeImmutableBuffer(part)
    }
}

/// The checked head of a response (RFC 9113 §8.3.2).
private struct ResponseHead {
    var status = 0
    var contentLength: Int?
    /// False if `content-length` describes a body that is not sent (RFC 9110 §8.6).
    var hasBody: Bool { status != 304 }

    /// - Returns: `nil` for malformed fields.
    init?(_ headers: HPACKHeaders) {
        for (name, value, _) in headers {
            guard value.hasOnlyFieldBytes else { return nil }
            if name == ":status" {
                guard status == 0, value.utf8.count == 3, let number = Int(value), number >= 100 else { return nil }
                status = number
                continue
            }
            // The status is the only pseudo-header field and precedes all fields. Fields of the connection do not exist
            // in HTTP/2 (§8.2.2).
            guard status != 0, name.isFieldName else { return nil }
            // The length selects the few names to compare.
            switch name.utf8.count {
            case 7 where name == "upgrade", 10 where name == "connection" || name == "keep-alive",
                16 where name == "proxy-connection", 17 where name == "transfer-encoding":
                return nil
            case 14 where name == "content-length":
                guard let length = Int(value), length >= 0, contentLength ?? length == length else { return nil }
                contentLength = length
            default: break
            }
        }
        guard status != 0 else { return nil }
    }
}
