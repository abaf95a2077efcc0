import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOTLS

@testable import BellhopAPNs

/// One connection of ``ScriptedAPNs``, frame by frame. Lives on its event loop alone.
final class ScriptedPeer: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let script: ScriptedAPNs.Script
    private let tell: (ScriptedAPNs.Event) -> Void
    private var context: ChannelHandlerContext?
    private var started: [HTTP2StreamID: HPACKHeaders] = [:]
    private var bodies: [HTTP2StreamID: String] = [:]
    private var acknowledged: [() -> Void] = []

    /// Requests without an answer, in the order they came.
    private(set) var open: [HTTP2StreamID] = []
    /// The most that were open at a time.
    private(set) var mostOpen = 0

    init(script: @escaping ScriptedAPNs.Script, tell: @escaping (ScriptedAPNs.Event) -> Void) {
        self.script = script
        self.tell = tell
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent {
            tell(.connected(NIOLoopBound(self, eventLoop: context.eventLoop)))
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let content):
            started[frame.streamID] = content.headers
            open.append(frame.streamID)
            mostOpen = max(mostOpen, open.count)
        case .data(let content):
            giveBack(content.data.readableBytes)
            if case .byteBuffer(let bytes) = content.data {
                bodies[frame.streamID, default: ""] += String(buffer: bytes)
            }
            guard content.endStream, let headers = started[frame.streamID] else { return }
            let request = ScriptedAPNs.Request(
                stream: frame.streamID, headers: headers, body: bodies[frame.streamID] ?? "")
            tell(.request(request))
            script(self, request)
        case .rstStream:
            open.removeAll { $0 == frame.streamID }
            tell(.reset)
        case .ping(_, ack: true):
            acknowledged.removeFirst()()
        default:
            break
        }
    }

    func channelInactive(context: ChannelHandlerContext) { tell(.disconnected) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    // MARK: What a script may do

    func answer(_ stream: HTTP2StreamID, _ status: Int = 200, _ fields: HPACKHeaders = [:], body: String = "") {
        open.removeAll { $0 == stream }
        var headers: HPACKHeaders = [":status": "\(status)"]
        headers.add(contentsOf: fields)
        write(stream, .headers(.init(headers: headers, endStream: body.isEmpty)))
        if !body.isEmpty { write(stream, .data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true))) }
    }

    func refuse(_ stream: HTTP2StreamID, _ status: Int, _ reason: String) {
        answer(stream, status, body: #"{"reason":"\#(reason)"}"#)
    }

    func answerAll() {
        for stream in open { answer(stream) }
    }

    func reset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        open.removeAll { $0 == stream }
        write(stream, .rstStream(code))
    }

    func allow(streams: Int) {
        write(.rootStream, .settings(.settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)])))
    }

    func goAway(last: HTTP2StreamID, _ words: String? = nil) {
        open.removeAll { $0 > last }
        write(
            .rootStream,
            .goAway(lastStreamID: last, errorCode: .noError, opaqueData: words.map { ByteBuffer(string: $0) }))
    }

    /// Does `body` when everything that the client had sent by the time it saw this has arrived.
    func afterRoundTrip(_ body: @escaping () -> Void) {
        acknowledged.append(body)
        write(.rootStream, .ping(HTTP2PingData(withInteger: 7), ack: false))
    }

    /// Hears nothing any longer, and says nothing.
    func goDeaf() {
        guard let context else { return }
        context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
    }

    func hangUp() { context?.close(promise: nil) }

    /// Keeps the connection's window open (RFC 9113 §6.9): nothing else does where streams have no channels.
    private func giveBack(_ count: Int) {
        if count > 0 { write(.rootStream, .windowUpdate(windowSizeIncrement: count)) }
    }

    private func write(_ stream: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload) {
        context?.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}
