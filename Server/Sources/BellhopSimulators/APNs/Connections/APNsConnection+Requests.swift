import BellhopModel
import NIOCore
import NIOHTTP2

extension APNsConnection {
    func receive(_ block: HTTP2Frame.FramePayload.Headers, on id: HTTP2StreamID) {
        if streams[id] == nil {
            // Until a token proved itself, streams beyond the limit are turned away, also when the client has not
            // read the SETTINGS yet (RFC 9113 §5.1.2); they may be tried again. Later the HTTP/2 layer watches the
            // limit that the client has acknowledged.
            guard limit.isProven || streams.count < limit.announced else {
                exchange.streamTurnedAway()
                return write(.rstStream(.refusedStream), on: id)
            }
            streams[id] = OpenStream(request: PushRequest(block.headers))
        }
        if block.endStream { settle(id) }
    }

    func receive(_ data: HTTP2Frame.FramePayload.Data, on id: HTTP2StreamID) {
        guard case .byteBuffer(var bytes) = data.data, let stream = streams[id], !stream.isSettled else { return }
        if stream.request.payload.readableBytes == 0 {
            streams[id]?.request.payload = bytes
        } else {
            streams[id]?.request.payload.writeBuffer(&bytes)
        }
        let length = stream.request.payload.readableBytes + data.data.readableBytes
        if data.endStream {
            settle(id)
        } else if length > PushType.largestPayload {
            // Nothing that follows can change the answer. RST_STREAM with NO_ERROR after it asks the client to stop
            // sending (RFC 9113 §8.1). The answer is flushed first, because a reset drops what is still buffered.
            settle(id)
            guard streams[id] == nil, !isOver else { return }
            flush()
            write(.rstStream(.noError), on: id)
        }
    }

    private func settle(_ id: HTTP2StreamID) {
        guard let stream = streams[id], !stream.isSettled else { return }
        streams[id]?.isSettled = true
        let request = stream.request
        let now = exchange.clock()
        let credential =
            ledger.token(for: request.authorization).map { .verified($0) } ?? exchange.credential(request.authorization)
        let verdict = APNsVerdict(
            APNsInspection(
                request: request, credential: credential, ledger: ledger,
                device: exchange.standing(of: request.deviceToken), environment: exchange.configuration.environment,
                now: now, channel: exchange.standing(ofChannelIn: request)))
        let arrival = APNsArrival(request, connection: number, stream: Int(id), now: now)
        let resume: (APNsAnswer) -> @Sendable () -> Void = { answer in self.answering(answer, on: id) }
        let reaction =
            request.channelTarget.map { exchange.settle($0, arrival, verdict, resume: resume) }
            ?? exchange.settle(arrival, verdict, resume: resume)
        if verdict.isAuthenticated, case .verified(let token) = credential, let authorization = request.authorization {
            ledger.note(token, authorization: authorization, now: now)
            if verdict.refusal == nil, reaction.answer.refusal == .expiredProviderToken {
                // A scripted "your token is stale" must not run into the rule of 20 minutes when the provider does as
                // it is told: the real one says so only after an hour.
                ledger.allowUpdate(of: token.key)
            }
        }
        perform(reaction, isAuthenticated: verdict.isAuthenticated, on: id)
    }
}
