import NIOCore
import NIOHTTP2

extension APNsConnection {
    /// Answers a request, or does to it what its fault demands.
    func perform(_ reaction: APNsReaction, isAuthenticated: Bool, on id: HTTP2StreamID) {
        guard let fault = reaction.fault else {
            announceLimit(after: reaction.answer, isAuthenticated: isAuthenticated)
            return answer(reaction.answer, on: id)
        }
        switch fault {
        case .refuse, .hold, .stall:
            // Refusals come without a fault by now, held answers wait at the exchange, stalled ones are never given.
            break
        case .delay(let duration):
            let resume = answering(reaction.answer, on: id)
            if let eventLoop { exchange.configuration.timer.schedule(duration, eventLoop, resume) }
        case .resetStream(let code, _):
            streams[id] = nil
            write(.rstStream(code), on: id)
        case .cutConnection:
            cut()
        case .goAway(let goAway):
            leave(goAway, reaction.answer, on: id)
        }
    }

    /// Gives `answer` later, and counts it towards the stream limit only then.
    func answering(_ answer: APNsAnswer, on id: HTTP2StreamID) -> @Sendable () -> Void {
        later { connection in
            guard connection.streams[id] != nil else { return }
            connection.announceLimit(after: answer, isAuthenticated: true)
            connection.answer(answer, on: id)
            connection.flush()
        }
    }

    private func announceLimit(after answer: APNsAnswer, isAuthenticated: Bool) {
        guard let value = limit.answering(isAuthenticated: isAuthenticated, refusal: answer.refusal) else { return }
        let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: value)
        write(.settings(.settings([setting])), on: .rootStream)
    }

    private func answer(_ answer: APNsAnswer, on id: HTTP2StreamID) {
        // A stream that is gone was reset by the client, or dropped by a GOAWAY.
        guard streams.removeValue(forKey: id) != nil else { return }
        let body = answer.body
        write(.headers(.init(headers: answer.headers, endStream: body == nil)), on: id)
        if let body { write(.data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true)), on: id) }
        closeIfDrained()
    }

    private func leave(_ goAway: GoAway, _ answer: APNsAnswer, on id: HTTP2StreamID) {
        let last = goAway.lastStreamID(faulted: id)
        if goAway.handling != .answered { streams[id] = nil }
        // Sending the frame makes the HTTP/2 layer drop the streams above the last, which closes them here as well.
        // Draining begins after it, so that the frame is out before the connection may close.
        let reason = goAway.reason.map { ByteBuffer(string: #"{"reason":"\#($0)"}"#) }
        write(.goAway(lastStreamID: last, errorCode: goAway.code, opaqueData: reason), on: .rootStream)
        isDraining = true
        if goAway.handling == .answered { self.answer(answer, on: id) }
        closeIfDrained()
    }
}
