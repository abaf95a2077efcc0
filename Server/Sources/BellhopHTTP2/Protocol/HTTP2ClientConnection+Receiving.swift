package import NIOCore

extension HTTP2ClientConnection {
    /// An error of one stream, which is reset (RFC 9113 §5.4.2).
    struct StreamError: Error {
        let code: HTTP2ErrorCode
    }

    /// Processes received bytes.
    package mutating func receive(_ bytes: ByteBuffer, into events: inout [Event]) {
        guard !isEnded else { return }
        var bytes = bytes
        if input.readableBytes > 0 {
            input.writeBuffer(&bytes)
            swap(&input, &bytes)
            input = ByteBuffer()
        }
        do {
            while let header = FrameHeader(bytes) {
                // The limit is checked first, so that a large frame is never stored.
                guard header.length <= Self.frameSize else {
                    throw HTTP2ConnectionError(.frameSizeError, "a frame of \(header.length) bytes")
                }
                guard bytes.readableBytes >= FrameHeader.size + header.length else { break }
                bytes.moveReaderIndex(forwardBy: FrameHeader.size)
                guard let payload = bytes.readSlice(length: header.length) else { break }
                try receive(header, payload, into: &events)
                guard queuedFrames <= configuration.queuedFrameLimit else {
                    throw HTTP2ConnectionError(.enhanceYourCalm, "too many frames that need an answer")
                }
            }
        } catch let error as HTTP2ConnectionError {
            return violated(error, into: &events)
        } catch {
            return violated(HTTP2ConnectionError(.internalError, "\(error)"), into: &events)
        }
        if bytes.readableBytes > 0 { input = bytes }
    }

    private mutating func violated(_ error: HTTP2ConnectionError, into events: inout [Event]) {
        // Requests that were not written stay unsent.
        output.clear()
        writeGoAway(error.code, error.cause)
        end(into: &events)
        events.append(.violated(error))
    }

    private mutating func receive(
        _ header: FrameHeader, _ payload: ByteBuffer, into events: inout [Event]
    ) throws {
        // The first frame of the peer is SETTINGS (RFC 9113 §3.4).
        if !hasPeerSettings, header.type != .settings || header.flags & Flag.acknowledgement != 0 {
            throw HTTP2ConnectionError(.protocolError, "the first frame is not SETTINGS")
        }
        if let openBlock, header.type != .continuation || header.stream != openBlock.stream {
            throw HTTP2ConnectionError(.protocolError, "a frame within a header block")
        }
        do {
            switch header.type {
            case .data: try receiveData(header, payload, into: &events)
            case .headers: try receiveHeaders(header, payload, into: &events)
            case .continuation: try receiveContinuation(header, payload, into: &events)
            case .resetStream: try receiveReset(header, payload, into: &events)
            case .settings: try receiveSettings(header, payload, into: &events)
            case .ping: try receivePing(header, payload, into: &events)
            case .goAway: try receiveGoAway(header, payload, into: &events)
            case .windowUpdate: try receiveWindowUpdate(header, payload)
            // Permitted for a stream in any state, also one that was never opened (RFC 9113 §6.3).
            case .priority: break
            case .pushPromise: throw HTTP2ConnectionError(.protocolError, "PUSH_PROMISE, which is disabled")
            // Frames of unknown types are ignored (RFC 9113 §5.5).
            case nil: break
            }
        } catch let error as StreamError {
            guard let stream = streams.remove(header.stream) else { return }
            writeFrame(.resetStream, stream: header.stream, error.code.rawValue)
            events.append(.failed(tag: stream.tag, .interrupted))
        }
    }

    /// Checks that the frame belongs to a stream that this client opened (RFC 9113 §5.1).
    func checkStream(_ header: FrameHeader) throws {
        guard header.stream & 1 == 1, header.stream < nextStream else {
            throw HTTP2ConnectionError(.protocolError, "a frame of stream \(header.stream), which is not open")
        }
    }

    private func checkConnection(_ header: FrameHeader) throws {
        guard header.stream == 0 else {
            throw HTTP2ConnectionError(.protocolError, "a frame of the connection with a stream")
        }
    }
}

// MARK: - The connection

extension HTTP2ClientConnection {
    private mutating func receiveSettings(
        _ header: FrameHeader, _ payload: ByteBuffer, into events: inout [Event]
    ) throws {
        try checkConnection(header)
        guard header.flags & Flag.acknowledgement == 0 else {
            guard header.length == 0 else {
                throw HTTP2ConnectionError(.frameSizeError, "a SETTINGS acknowledgement with content")
            }
            return
        }
        guard header.length.isMultiple(of: 6) else {
            throw HTTP2ConnectionError(.frameSizeError, "SETTINGS of \(header.length) bytes")
        }
        var payload = payload
        var limit: Int?
        var initialWindow: Int?
        while let (name, value) = payload.readMultipleIntegers(as: (UInt16, UInt32).self) {
            let value = Int(value)
            switch Setting(rawValue: name) {
            case .headerTableSize: encoder.setMaximumTableSize(value)
            case .enablePush:
                guard value == 0 else { throw HTTP2ConnectionError(.protocolError, "the server enables pushes") }
            // The last value of a repeated parameter applies (RFC 9113 §6.5.3).
            case .maxConcurrentStreams: limit = value
            case .initialWindowSize:
                guard value <= Self.largestWindow else {
                    throw HTTP2ConnectionError(.flowControlError, "SETTINGS_INITIAL_WINDOW_SIZE of \(value)")
                }
                initialWindow = value
            case .maxFrameSize:
                guard (16_384...16_777_215).contains(value) else {
                    throw HTTP2ConnectionError(.protocolError, "SETTINGS_MAX_FRAME_SIZE of \(value)")
                }
                peerFrameSize = value
            case .maxHeaderListSize: peerHeaderListLimit = value
            case nil: break
            }
        }
        hasPeerSettings = true
        queuedFrames += 1
        writeHeader(.settings, flags: Flag.acknowledgement, stream: 0, length: 0)
        if let initialWindow { try setInitialWindow(initialWindow) }
        if let limit { events.append(.streamLimit(limit)) }
        sendBodies()
    }

    /// Applies SETTINGS_INITIAL_WINDOW_SIZE, which changes the windows of open streams too (RFC 9113 §6.9.2).
    private mutating func setInitialWindow(_ size: Int) throws {
        let change = size - peerInitialWindow
        peerInitialWindow = size
        guard change != 0 else { return }
        for id in streams.ids { try changeWindow(of: id, by: change) }
    }

    private mutating func changeWindow(of id: UInt32, by change: Int) throws {
        guard let index = streams.position(of: id) else { return }
        streams[index].sendWindow += change
        guard streams[index].sendWindow <= Self.largestWindow else {
            throw HTTP2ConnectionError(.flowControlError, "a stream's window above 2^31 - 1")
        }
        let stream = streams[index]
        if stream.unsent != nil, !stream.isQueued, stream.sendWindow > 0 {
            streams[index].isQueued = true
            unsentStreams.append(id)
        }
    }

    private mutating func receiveWindowUpdate(_ header: FrameHeader, _ payload: ByteBuffer) throws {
        guard header.length == 4, let value = payload.getInteger(at: payload.readerIndex, as: UInt32.self) else {
            throw HTTP2ConnectionError(.frameSizeError, "WINDOW_UPDATE of \(header.length) bytes")
        }
        let increment = Int(value & 0x7FFF_FFFF)
        if header.stream == 0 {
            guard increment > 0 else { throw HTTP2ConnectionError(.protocolError, "WINDOW_UPDATE of zero") }
            connectionSendWindow += increment
            guard connectionSendWindow <= Self.largestWindow else {
                throw HTTP2ConnectionError(.flowControlError, "a connection window above 2^31 - 1")
            }
        } else {
            try checkStream(header)
            guard increment > 0 else { throw StreamError(code: .protocolError) }
            let window = streams.position(of: header.stream).map { streams[$0].sendWindow } ?? 0
            guard window + increment <= Self.largestWindow else {
                throw StreamError(code: .flowControlError)
            }
            try changeWindow(of: header.stream, by: increment)
        }
        sendBodies()
    }

    private mutating func receivePing(
        _ header: FrameHeader, _ payload: ByteBuffer, into events: inout [Event]
    ) throws {
        try checkConnection(header)
        guard header.length == 8 else {
            throw HTTP2ConnectionError(.frameSizeError, "PING of \(header.length) bytes")
        }
        guard header.flags & Flag.acknowledgement == 0 else { return events.append(.pong) }
        queuedFrames += 1
        writeHeader(.ping, flags: Flag.acknowledgement, stream: 0, length: 8)
        output.writeImmutableBuffer(payload)
    }

    private mutating func receiveGoAway(
        _ header: FrameHeader, _ payload: ByteBuffer, into events: inout [Event]
    ) throws {
        try checkConnection(header)
        var payload = payload
        guard let (last, code) = payload.readMultipleIntegers(as: (UInt32, UInt32).self) else {
            throw HTTP2ConnectionError(.frameSizeError, "GOAWAY of \(header.length) bytes")
        }
        // A later GOAWAY must not increase the id (RFC 9113 §6.8). The first bit is reserved.
        lastProcessed = min(lastProcessed, last & 0x7FFF_FFFF)
        events.append(.goingAway(HTTP2ErrorCode(rawValue: code), payload))
        // The newest first, so that a caller that puts each one at the head of a queue keeps their order.
        for id in streams.ids.reversed() where id > lastProcessed {
            guard let stream = streams.remove(id) else { continue }
            events.append(.failed(tag: stream.tag, .notProcessed))
        }
    }
}
