import BellhopModel
import NIOCore
import NIOHTTP2

extension APNsServerConnection {
    func receive(_ block: HTTP2Frame.FramePayload.Headers, on id: HTTP2StreamID) {
        if streams[id] == nil {
            // Before the first valid token, streams above the limit are refused, even when the client has not read the
            // SETTINGS yet (RFC 9113 §5.1.2); they may be retried. Afterwards the HTTP/2 layer enforces the limit that
            // the client has acknowledged.
            guard limit.isAuthenticated || streams.count < limit.announced else {
                backend.streamRefused()
                return write(.rstStream(.refusedStream), on: id)
            }
            streams[id] = OpenStream(request: PushRequest(block.headers))
        }
        if block.endStream { process(id) }
    }

    func receive(_ data: HTTP2Frame.FramePayload.Data, on id: HTTP2StreamID) {
        guard case .byteBuffer(var bytes) = data.data, let stream = streams[id], !stream.isProcessed else { return }
        if stream.request.payload.readableBytes == 0 {
            streams[id]?.request.payload = bytes
        } else {
            streams[id]?.request.payload.writeBuffer(&bytes)
        }
        let length = stream.request.payload.readableBytes + data.data.readableBytes
        if data.endStream {
            process(id)
        } else if length > PushType.largestPayload {
            // The rest of the payload cannot change the response. RST_STREAM with NO_ERROR after it makes the client
            // stop sending (RFC 9113 §8.1). The response is flushed first, because a reset discards buffered frames.
            process(id)
            guard streams[id] == nil, !isClosed else { return }
            flush()
            write(.rstStream(.noError), on: id)
        }
    }

    private func process(_ id: HTTP2StreamID) {
        guard let stream = streams[id], !stream.isProcessed else { return }
        streams[id]?.isProcessed = true
        let request = stream.request
        let now = backend.clock()
        let credential =
            tokens.token(for: request.authorization).map { .verified($0) } ?? backend.credential(request.authorization)
        let checked = APNsCheckResult(
            APNsInspection(
                request: request, credential: credential, tokens: tokens,
                device: backend.lookup(of: request.deviceToken), environment: backend.configuration.environment,
                now: now, channel: backend.lookup(ofChannelIn: request)))
        let complete = CompletePushRequest(request, connection: number, stream: Int(id), now: now)
        let resume: (SimulatedAPNsResponse) -> @Sendable () -> Void = { response in
            self.deferredResponse(response, on: id)
        }
        let scripted =
            request.channelTarget.map { backend.process($0, complete, checked, resume: resume) }
            ?? backend.process(complete, checked, resume: resume)
        if checked.isAuthenticated, case .verified(let token) = credential, let authorization = request.authorization {
            tokens.record(token, authorization: authorization, now: now)
            if checked.refusal == nil, scripted.response.refusal == .expiredProviderToken {
                // A scripted ExpiredProviderToken must not cause TooManyProviderTokenUpdates when the provider renews
                // its token: the real service sends it only after an hour.
                tokens.allowUpdate(of: token.key)
            }
        }
        perform(scripted, isAuthenticated: checked.isAuthenticated, on: id)
    }
}

/// A stream that awaits its response.
struct OpenStream: Sendable {
    var request: PushRequest
    /// True if the request was complete and has been processed.
    var isProcessed = false
}

extension APNsServerConnection {
    /// Sends the response to a request, or applies its fault.
    func perform(_ scripted: APNsScriptedResponse, isAuthenticated: Bool, on id: HTTP2StreamID) {
        guard let fault = scripted.fault else {
            announceLimit(after: scripted.response, isAuthenticated: isAuthenticated)
            return send(scripted.response, on: id)
        }
        switch fault {
        case .refuse, .hold, .stall:
            // The backend returns refusals without a fault, and keeps held responses; stalled requests get no response.
            break
        case .delay(let duration):
            let resume = deferredResponse(scripted.response, on: id)
            if let eventLoop { backend.configuration.timer.schedule(duration, eventLoop, resume) }
        case .resetStream(let code, _):
            streams[id] = nil
            write(.rstStream(code), on: id)
        case .cutConnection:
            cut()
        case .goAway(let goAway):
            leave(goAway, scripted.response, on: id)
        }
    }

    /// Makes an action that sends `response` later, and applies it to the stream limit only then.
    func deferredResponse(_ response: SimulatedAPNsResponse, on id: HTTP2StreamID) -> @Sendable () -> Void {
        later { connection in
            guard connection.streams[id] != nil else { return }
            connection.announceLimit(after: response, isAuthenticated: true)
            connection.send(response, on: id)
            connection.flush()
        }
    }

    private func announceLimit(after response: SimulatedAPNsResponse, isAuthenticated: Bool) {
        guard let value = limit.update(isAuthenticated: isAuthenticated, refusal: response.refusal) else { return }
        let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: value)
        write(.settings(.settings([setting])), on: .rootStream)
    }

    private func send(_ response: SimulatedAPNsResponse, on id: HTTP2StreamID) {
        // A missing stream was reset by the client, or closed by a GOAWAY.
        guard streams.removeValue(forKey: id) != nil else { return }
        let body = response.body
        write(.headers(.init(headers: response.headers, endStream: body == nil)), on: id)
        if let body { write(.data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true)), on: id) }
        closeIfDrained()
    }

    private func leave(_ goAway: GoAway, _ response: SimulatedAPNsResponse, on id: HTTP2StreamID) {
        let last = goAway.lastStreamID(faulted: id)
        if goAway.handling != .answered { streams[id] = nil }
        // When this frame is sent, the HTTP/2 layer closes the streams above the last one. Draining begins afterwards,
        // so that the frame is sent before the connection may close.
        let reason = goAway.reason.map { ByteBuffer(string: #"{"reason":"\#($0)"}"#) }
        write(.goAway(lastStreamID: last, errorCode: goAway.code, opaqueData: reason), on: .rootStream)
        isDraining = true
        if goAway.handling == .answered { send(response, on: id) }
        closeIfDrained()
    }
}
